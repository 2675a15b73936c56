import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { FieldValues, SubmitHandler, UseFormReturn } from 'react-hook-form'
import classes from './form-shell.module.css'

type FormShellProps<Values extends FieldValues, Sent> = {
  form: UseFormReturn<Values, unknown, Sent>
  /** Places its own errors on the form (`placeServerErrors`, `setFormError`); never throws. */
  onSubmit: SubmitHandler<Sent>
  /** Called at each attempt to submit, before anything is checked. */
  onAttempt?: () => void
  submitLabel: string
  /** Something that began with a submit goes on after it. */
  isBusy?: boolean
  /** Further buttons, before the one that submits. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * A form with its errors above it and its submit button below. After a submit that came to nothing
 * the focus goes to the first wrong field, or to the errors above where no field is wrong.
 * The form must be made with `shouldFocusError: false`: fields and server errors are found here alike.
 */
export function FormShell<Values extends FieldValues, Sent>({
  form,
  onSubmit,
  onAttempt,
  submitLabel,
  isBusy = false,
  actions,
  children,
}: FormShellProps<Values, Sent>) {
  const element = useRef<HTMLFormElement>(null)
  const { isSubmitting, isSubmitSuccessful, submitCount, errors } = form.formState
  const messages = [...new Set(errors.root?.server?.message?.split('\n'))]

  useEffect(() => {
    if (submitCount === 0 || isSubmitSuccessful) return
    const wrong =
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      element.current?.querySelector<HTMLElement>('[role="alert"]')
    wrong?.focus()
  }, [submitCount, isSubmitSuccessful])

  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      onSubmit={event => {
        onAttempt?.()
        void form.handleSubmit(onSubmit)(event)
      }}
    >
      <div className={classes.fields}>
        {messages.length > 0 && (
          <div role="alert" tabIndex={-1} className={classes.errors}>
            {messages.map(message => (
              <p key={message}>{message}</p>
            ))}
          </div>
        )}
        {children}
      </div>
      <div className={classes.actions}>
        {actions}
        <Button type="submit" loading={isSubmitting || isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
