import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { NameOfPerson } from '../../contract/person-name.ts'
import { ApiError } from '../api/api-error.ts'
import { errorWords } from '../api/error-messages.ts'
import { request } from '../api/request.ts'
import { sessionQuery } from '../features/session/session-query.ts'
import { FormShell } from '../forms/form-shell.tsx'
import { listServerErrors, placeServerErrors, setFormError } from '../forms/server-errors.ts'
import classes from './name-dialog.module.css'

type NameDialogProps = {
  /** Called once; the change that needs the name waits for it. */
  onAnswer: (isGiven: boolean) => void
}

/** Who is it? In the browser's own dialog, which stands above a drawer that is open. */
export function NameDialog({ onAnswer }: NameDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isGiven = useRef(false)
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(NameOfPerson),
    defaultValues: { name: '' },
    shouldFocusError: false,
  })
  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  // Closing it puts the focus back where it was.
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
      queryClient.setQueryData(sessionQuery.queryKey, known => known && { ...known, name })
      goOn()
    } catch (error) {
      // Another tab of this session gave a name in the meantime: that one counts.
      if (error instanceof ApiError && error.kind === 'conflict') return goOn()
      if (error instanceof ApiError && error.validation !== null) {
        const errors = listServerErrors(error.validation)
        placeServerErrors(form.setError, errors, ([field]) => (field === 'name' ? ['name'] : []))
        return
      }
      const { title, message } = errorWords(error)
      setFormError(form.setError, `${title}. ${message}`)
    }
  }
  // A drawer under it would take Escape for itself.
  const onKeyDown = (press: KeyboardEvent) => {
    if (press.key === 'Escape') dialog.current?.close()
  }

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={id}
      onClose={() => onAnswer(isGiven.current)}
      onKeyDown={onKeyDown}
    >
      <h2 id={id}>Who are you?</h2>
      <p className={classes.why}>
        Colleagues see who replayed or blocked. Redial asks once, and then continues with what you
        were doing.
      </p>
      <FormShell
        form={form}
        onSubmit={onSubmit}
        submitLabel="Go on"
        actions={
          <Button
            variant="default"
            data-mantine-stop-propagation
            onClick={() => dialog.current?.close()}
          >
            Cancel
          </Button>
        }
      >
        <TextInput
          {...form.register('name')}
          label="Your name"
          autoComplete="name"
          maxLength={80}
          withAsterisk={false}
          required
          data-mantine-stop-propagation
          error={form.formState.errors.name?.message}
        />
      </FormShell>
    </dialog>
  )
}
