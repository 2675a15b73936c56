import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { NameOfPerson } from '../../contract/session.ts'
import { ApiError } from '../api/api-error.ts'
import { request } from '../api/request.ts'
import { rememberName } from '../features/session/last-name.ts'
import { sessionQuery } from '../features/session/session-query.ts'
import { FormShell } from '../forms/form-shell.tsx'
import { ModalDialog } from '../ui/confirm/confirm-dialog.tsx'
import { reopenPopover } from '../ui/popover-button.tsx'
import classes from './name-dialog.module.css'

type NameDialogProps = {
  /** Called once. The change that needs the name waits for it. */
  onAnswer: (isGiven: boolean) => void
}

/** Asks for the person's name. */
export default function NameDialog({ onAnswer }: NameDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isGiven = useRef(false)
  // A modal dialog closes the popover in which a person made the change.
  const [before] = useState(() => ({
    popover: document.querySelector<HTMLElement>(':popover-open[role="dialog"]'),
    focused: document.activeElement,
  }))
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(NameOfPerson),
    defaultValues: { name: '' },
    shouldFocusError: false,
  })

  // Closing it returns the focus.
  const goOn = () => {
    isGiven.current = true
    dialog.current?.close()
  }
  const onSubmit = async (values: NameOfPerson) => {
    try {
      const { name } = await request(NameOfPerson, '/gateway/session/name', {
        method: 'PUT',
        body: values,
      })
      const session = queryClient.setQueryData(
        sessionQuery.queryKey,
        current => current && { ...current, name },
      )
      if (session) rememberName(session.service, name)
      goOn()
    } catch (error) {
      // Another tab of this session set a name in the meantime. That name counts.
      if (error instanceof ApiError && error.kind === 'conflict') return goOn()
      throw error
    }
  }

  return (
    <ModalDialog
      ref={dialog}
      title="Who are you?"
      className={classes.dialog}
      onClose={() => {
        if (before.popover) reopenPopover(before.popover)
        if (before.focused instanceof HTMLElement) before.focused.focus()
        onAnswer(isGiven.current)
      }}
    >
      <p className={classes.why}>
        Colleagues see who made a change. Redial asks once, then continues with your change.
      </p>
      <FormShell
        form={form}
        onSubmit={onSubmit}
        submitLabel="Continue"
        actions={
          <Button data-mantine-stop-propagation onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        }
      >
        <TextInput
          {...form.register('name')}
          label="Your name"
          autoComplete="name"
          maxLength={80}
          required
          data-mantine-stop-propagation
          error={form.formState.errors.name?.message}
        />
      </FormShell>
    </ModalDialog>
  )
}
