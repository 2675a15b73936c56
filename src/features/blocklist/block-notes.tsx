import { zodResolver } from '@hookform/resolvers/zod'
import { NativeSelect, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { type FieldValues, type Resolver, useForm, useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  type BlockNoteFields,
  BlockReason,
  MAX_NOTE_LENGTH,
} from '../../../contract/blocklist/block-notes.ts'
import { plural } from '../../../contract/text/count.ts'
import { useTimes } from '../../format/times.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { ModalDialog } from '../../ui/confirm/confirm-dialog.tsx'
import classes from './block-notes.module.css'
import { useChangeNotes } from './change/use-blocklist-change.tsx'
import { nameBlocks, REASONS } from './messages.ts'
import type { Block } from './records/blocks.ts'

const OVER = 'over'

/** What people enter about a block; '' for nothing. */
export const NoteValues = z.object({
  reason: z.enum(['', ...BlockReason.options]),
  note: z
    .string()
    .check(
      z.trim(),
      z.maxLength(MAX_NOTE_LENGTH, `This is too long: ${MAX_NOTE_LENGTH} characters at most.`),
    ),
  until: z.string().check(
    z.refine(text => text !== OVER, 'This day is over. Enter a later one, or none.'),
    z.regex(/^(?:\d{4}-\d\d-\d\d)?$/, 'Enter the whole date, or none.'),
  ),
})
export type NoteValues = z.infer<typeof NoteValues>

/**
 * A date that is not complete makes its field empty for scripts. It must not become a block without an end. A day before
 * the field's `min` is an error, too.
 */
export function withUntil<Values extends FieldValues & Pick<NoteValues, 'until'>>(
  resolve: Resolver<Values, unknown, Values>,
): Resolver<Values, unknown, Values> {
  return (values, context, options) => {
    const field = options.fields.until?.ref
    const validity = field && 'validity' in field ? field.validity : undefined
    const problem = validity?.badInput ? 'incomplete' : validity?.rangeUnderflow && OVER
    return resolve(problem ? { ...values, until: problem } : values, context, options)
  }
}

export const NO_NOTE: NoteValues = { reason: '', note: '', until: '' }

/** The fields for a request; null empties a field. */
export function noteFields({ reason, note, until }: NoteValues): BlockNoteFields {
  return { reason: reason || null, note: note || null, until: until || null }
}

/** The fields of a form that say why and until when numbers are blocked. All of them are optional. */
export function NoteFields() {
  const today = useTimes().today()
  const { register, formState } = useFormContext<NoteValues>()
  const { errors, defaultValues } = formState
  // Blocks may have a day already, which may be over.
  const until = defaultValues?.until || today
  return (
    <div className={classes.fields}>
      <NativeSelect
        {...register('reason')}
        label="Reason (optional)"
        data={[{ value: '', label: 'None' }, ...REASON_CHOICES]}
        error={errors.reason?.message}
      />
      <TextInput
        {...register('note')}
        label="Note (optional)"
        autoComplete="off"
        error={errors.note?.message}
      />
      <TextInput
        {...register('until')}
        type="date"
        label="Until (optional)"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description="A reminder: numbers stay blocked until somebody unblocks them."
        min={until < today ? until : today}
        error={errors.until?.message}
      />
    </div>
  )
}

const REASON_CHOICES = BlockReason.options.map(value => ({ value, label: REASONS[value] }))

type NoteDialogProps = { blocks: Block[]; onClose: () => void }

/** Changes why and until when numbers are blocked. It is open as long as it is rendered. */
export default function NoteDialog({ blocks, onClose }: NoteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useForm({
    resolver: withUntil(zodResolver(NoteValues)),
    defaultValues: commonValues(blocks),
    shouldFocusError: false,
  })
  const { mutateAsync: change } = useChangeNotes()
  const { dirtyFields } = form.formState
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
      title={`Why ${nameBlocks(blocks)} ${plural(blocks.length, 'is', 'are')} blocked`}
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
        onCancel={() => dialog.current?.close()}
      >
        <NoteFields />
      </FormShell>
    </ModalDialog>
  )
}

/** What all the blocks have. */
function commonValues(blocks: Block[]): NoteValues {
  const common = <Field extends keyof NoteValues>(field: Field) => {
    const [first = '', ...others] = new Set(blocks.map(({ note }) => note?.[field] ?? ''))
    return others.length === 0 ? first : ''
  }
  return { reason: common('reason'), note: common('note'), until: common('until') }
}
