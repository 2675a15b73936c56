import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { ReceiverSetting } from '../../../../contract/receiver.ts'
import { shownUrl } from '../../../../contract/text/shown-text.ts'
import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-messages.ts'
import { createDrafts, useKeptDraft } from '../../../forms/drafts.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { listServerErrors, placeServerErrors, setFormError } from '../../../forms/server-errors.ts'
import * as uiMessages from '../../../ui/messages.ts'
import { findSetting } from '../queries/receivers-of-numbers.ts'
import { receiversQuery } from '../queries/receivers-query.ts'
import classes from './receiver-form.module.css'
import { getPlaces, numberToSave, type ReceiverValues, receiverValues } from './receiver-values.ts'
import { useSetReceiver } from './use-receiver-changes.ts'

const drafts = createDrafts<ReceiverValues>()

type ReceiverFormProps = {
  /** The person who enters the values. A draft is restored only for them. */
  owner: string
  start: ReceiverValues
  onCancel: () => void
  onSaved: (setting: ReceiverSetting) => void
}

export function ReceiverForm({ owner, start: given, onCancel, onSaved }: ReceiverFormProps) {
  const [start] = useState(given)
  const whose = `${owner} ${start.tracking_number}`
  const [draft] = useState(() => drafts.of(whose))
  const form = useForm({
    resolver: zodResolver(receiverValues(start.tracking_number)),
    defaultValues: draft ?? start,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { errors } = form.formState
  const { mutateAsync: save } = useSetReceiver()
  const number = useWatch({ control: form.control, name: 'tracking_number' })
  const settings = useQuery(receiversQuery)
  const soFar = findSetting(settings.data, numberToSave(number, start.tracking_number) ?? number)

  const first = start.tracking_number === '' ? 'tracking_number' : 'url'
  useEffect(() => {
    // The drawer's focus trap looks for the first field only once, possibly before the field exists.
    form.setFocus(first)
  }, [form, first])

  useKeptDraft(drafts, whose, () => {
    const values = form.getValues()
    return values.tracking_number === start.tracking_number && values.url === start.url
      ? null
      : values
  })

  const onSubmit = async (values: ReceiverValues) => {
    try {
      const { tracking_number } = findSetting(settings.data, values.tracking_number) ?? values
      const setting = await save({ ...values, tracking_number })
      form.reset(start)
      onSaved(setting)
    } catch (error) {
      if (error instanceof ApiError && error.validation !== null) {
        const errors = listServerErrors(error.validation)
        const above = placeServerErrors(form.setError, errors, getPlaces)
        if (above.length > 0) setFormError(form.setError, above.join('\n'))
        return
      }
      setFormError(form.setError, errorText(error))
    }
  }

  return (
    <FormShell
      form={form}
      onSubmit={onSubmit}
      submitLabel="Save receiver"
      actions={
        <Button
          variant="default"
          onClick={() => {
            form.reset(start)
            onCancel()
          }}
        >
          {uiMessages.cancel}
        </Button>
      }
    >
      {draft && <p className={classes.draft}>What you typed before is still here.</p>}
      <TextInput
        {...form.register('tracking_number')}
        label="Tracking number"
        description="The number that was called, such as +27 21 555 0100."
        autoComplete="off"
        spellCheck={false}
        withAsterisk={false}
        required
        data-autofocus={first === 'tracking_number' || undefined}
        error={errors.tracking_number?.message}
      />
      <TextInput
        {...form.register('url')}
        label="URL"
        description="Where to send replays of its events that have no URL of their own. It begins with https:// and is reachable from the internet."
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        withAsterisk={false}
        required
        data-autofocus={first === 'url' || undefined}
        error={errors.url?.message}
      />
      {soFar && (
        <p className={classes.soFar}>
          They currently go to <strong translate="no">{shownUrl(soFar.url)}</strong>. Saving
          replaces that.
        </p>
      )}
    </FormShell>
  )
}
