import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { FormShell } from '../../../forms/form-shell.tsx'
import { ModalDialog } from '../../../ui/confirm/modal-dialog.tsx'
import * as uiMessages from '../../../ui/messages.ts'
import { namedOrCounted } from '../messages.ts'
import type { Block } from '../records/blocks.ts'
import classes from './note-dialog.module.css'
import {
  NO_NOTE,
  NoteFields,
  NoteValues,
  noteFields,
  noteValues,
  withUntil,
} from './note-fields.tsx'
import { useChangeNotes } from './use-change-notes.ts'

type NoteDialogProps = { blocks: Block[]; onClose: () => void }

/** Changes why and until when numbers are blocked. It is open as long as it is rendered. */
export function NoteDialog({ blocks, onClose }: NoteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useForm({
    resolver: withUntil(zodResolver(NoteValues)),
    defaultValues: commonValues(blocks),
    shouldFocusError: false,
  })
  const { mutateAsync: change } = useChangeNotes()
  const { dirtyFields, errors } = form.formState
  const onSubmit = async (values: NoteValues) => {
    // What a person left alone may differ between the numbers.
    const { reason, note, until } = noteFields(values)
    const fields = {
      ...(dirtyFields.reason && { reason }),
      ...(dirtyFields.note && { note }),
      ...(dirtyFields.until && { until }),
    }
    if (Object.keys(fields).length > 0) await change({ blocks, fields })
    form.reset(values)
    dialog.current?.close()
  }
  return (
    <ModalDialog
      ref={dialog}
      title={`Why ${namedOrCounted(
        blocks.map(({ number }) => number),
        1,
      )} ${blocks.length === 1 ? 'is' : 'are'} blocked`}
      className={classes.dialog}
      onClose={onClose}
    >
      {blocks.length > 1 && (
        <p className={classes.about}>A field that you leave as it is keeps what each number has.</p>
      )}
      <FormShell
        form={form}
        onSubmit={onSubmit}
        submitLabel="Save"
        actions={
          <Button variant="default" onClick={() => dialog.current?.close()}>
            {uiMessages.cancel}
          </Button>
        }
      >
        <NoteFields register={form.register} errors={errors} />
      </FormShell>
    </ModalDialog>
  )
}

/** What all the blocks have. */
function commonValues(blocks: Block[]): NoteValues {
  const [first = NO_NOTE, ...others] = blocks.map(({ note }) => (note ? noteValues(note) : NO_NOTE))
  const isCommon = (field: keyof NoteValues) => others.every(each => each[field] === first[field])
  return {
    reason: isCommon('reason') ? first.reason : '',
    note: isCommon('note') ? first.note : '',
    until: isCommon('until') ? first.until : '',
  }
}
