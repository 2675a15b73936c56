import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { ViewContent } from '../../../contract/saved-view.ts'
import { ApiError } from '../../api/api-error.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import { listServerErrors, setFormError } from '../../forms/server-errors.ts'
import { problemText } from './use-saved-views.ts'

const ViewValues = z.pick(ViewContent, { name: true, is_shared: true })
export type ViewValues = z.infer<typeof ViewValues>

type ViewFormProps = {
  id: string
  values: ViewValues
  submitLabel: string
  actions?: ReactNode
  onSubmit: (values: ViewValues) => Promise<unknown>
  children: (form: UseFormReturn<ViewValues>) => ReactNode
}

/** The name of a view, and who sees it. `children` is the field of the name with whatever belongs to the view. */
export function ViewForm({ id, values, submitLabel, actions, onSubmit, children }: ViewFormProps) {
  const form = useForm({
    resolver: zodResolver(ViewValues),
    defaultValues: values,
    shouldFocusError: false,
  })
  return (
    <FormShell
      form={form}
      submitLabel={submitLabel}
      actions={actions}
      onSubmit={async entered => {
        try {
          await onSubmit(entered)
          form.reset(values)
        } catch (error) {
          const [taken] =
            error instanceof ApiError && error.validation ? listServerErrors(error.validation) : []
          if (taken) form.setError('name', { type: 'server', message: taken.message })
          else setFormError(form.setError, problemText(error))
        }
      }}
    >
      {children(form)}
      <RadioChoice
        legend="For"
        name={`view-for-${id}`}
        options={[
          { value: 'me', label: 'Only me' },
          { value: 'all', label: 'Everybody on this account' },
        ]}
        chosen={form.watch('is_shared') ? 'all' : 'me'}
        onChoose={whom => form.setValue('is_shared', whom === 'all')}
      />
    </FormShell>
  )
}
