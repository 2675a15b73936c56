import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  type FieldValues,
  FormProvider,
  type SubmitHandler,
  type UseFormReturn,
} from 'react-hook-form'
import { ApiError } from '../api/api-error.ts'
import { whenReachable } from '../api/connection.ts'
import { describeError } from '../api/error-messages.ts'
import classes from './form-shell.module.css'
import { askBeforeLeaving } from './reload.ts'
import { setFormError, showServerErrors } from './server-errors.ts'

type FormShellProps<Values extends FieldValues, Sent> = {
  form: UseFormReturn<Values, unknown, Sent>
  /** What it throws is shown in the form. */
  onSubmit: SubmitHandler<Sent>
  submitLabel: ReactNode
  /** The fields are read-only, so there is no submit button. */
  isReadOnly?: boolean
  /** What the submit started is still running. */
  isBusy?: boolean
  /** Buttons before the submit button. */
  actions?: ReactNode
  /** For a button Cancel. */
  onCancel?: (() => void) | undefined
  children: ReactNode
}

const { title, message } = describeError(new ApiError('offline'))
const OFFLINE = `${title}. ${message}`
const BACK_ONLINE = 'The connection is back. Try again.'

/**
 * A form with its errors above and its submit button below, and the context of its fields. After a failed submit, the focus goes
 * to the first invalid field, otherwise to the errors above. On a small screen, the field would push
 * what is above it out of view, but for an element with `data-stays-in-view`. Create the form with
 * `shouldFocusError: false`, because this component handles the focus.
 */
export function FormShell<Values extends FieldValues, Sent>({
  form,
  onSubmit,
  submitLabel,
  isReadOnly = false,
  isBusy = false,
  actions,
  onCancel,
  children,
}: FormShellProps<Values, Sent>) {
  const element = useRef<HTMLFormElement>(null)
  const { isDirty, isSubmitting, isSubmitSuccessful, submitCount, errors } = form.formState
  const shown = errors.root?.server?.message ?? ''
  const messages = [...new Set(shown.split('\n').filter(Boolean))]
  const { setError } = form

  useEffect(() => {
    if (submitCount === 0 || isSubmitSuccessful) return
    const wrong =
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      element.current?.querySelector<HTMLElement>('[role="alert"]')
    wrong?.focus()
    element.current?.querySelector('[data-stays-in-view]')?.scrollIntoView({ block: 'nearest' })
  }, [submitCount, isSubmitSuccessful])

  useEffect(() => askBeforeLeaving(() => isDirty), [isDirty])

  useEffect(() => {
    if (!shown.includes(OFFLINE)) return
    // The message stays, because it has the focus, and a person may not know that nothing was sent.
    return whenReachable(() => setFormError(setError, shown.replace(OFFLINE, BACK_ONLINE)))
  }, [shown, setError])

  const submit = form.handleSubmit(async values => {
    try {
      await onSubmit(values)
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form ref={element} className={classes.form} noValidate onSubmit={event => void submit(event)}>
      <div className={classes.fields}>
        {messages.length > 0 && (
          <div role="alert" tabIndex={-1} className={classes.errors}>
            {messages.map(message => (
              <p key={message}>{message}</p>
            ))}
          </div>
        )}
        <FormProvider {...form}>{children}</FormProvider>
      </div>
      <div className={classes.actions}>
        {actions}
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        {!isReadOnly && (
          <Button
            variant="filled"
            type="submit"
            classNames={{ label: classes.label }}
            loading={isSubmitting || isBusy}
          >
            {submitLabel}
          </Button>
        )}
      </div>
    </form>
  )
}
