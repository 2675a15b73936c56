import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  type ReceiverSetting,
  trackingNumberKey,
  trackingNumberKeys,
} from '../../../../contract/receiver.ts'
import { receiverTextCheck } from '../../../../contract/receiver-url.ts'
import { shownUrl } from '../../../../contract/text/shown-text.ts'
import { createDrafts, useKeptDraft } from '../../../forms/drafts.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { findSetting, receiverSettingsQuery, useSetReceiver } from '../queries/receivers-query.ts'
import classes from './receiver-form.module.css'

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
  const settings = useQuery(receiverSettingsQuery)
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
    const { tracking_number } = findSetting(settings.data, values.tracking_number) ?? values
    const setting = await save({ ...values, tracking_number })
    form.reset(start)
    onSaved(setting)
  }

  return (
    <FormShell
      form={form}
      onSubmit={onSubmit}
      submitLabel="Save receiver"
      onCancel={() => {
        form.reset(start)
        onCancel()
      }}
    >
      {draft && <p className={classes.draft}>What you typed before is still here.</p>}
      <TextInput
        {...form.register('tracking_number')}
        label="Tracking number"
        description="The number that was called, such as +27 21 555 0100."
        autoComplete="off"
        spellCheck={false}
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

/**
 * The values of the form. The server checks the rest of what a receiver's URL has to be.
 *
 * @param named the number that an event or a setting named when the form was opened: it stays in
 *   that form, because foreign services may use numbers without a country code
 */
export function receiverValues(named: string) {
  return z.object({
    tracking_number: z.pipe(
      z.string().check(
        z.trim(),
        z.minLength(1, 'Enter the tracking number.'),
        z.maxLength(100, 'This is too long for a tracking number.'),
        z.refine(text => trackingNumberKey(text) !== '', 'Enter the tracking number.'),
        z.refine(
          text => numberToSave(text, named) !== null,
          'Enter the number with its country code, such as +27 10 555 0142.',
        ),
      ),
      z.transform(text => numberToSave(text, named) ?? text),
    ),
    url: z.string().check(
      receiverTextCheck,
      z.trim(),
      z.minLength(1, 'Enter the URL.'),
      z.maxLength(2_000, 'This URL is too long: 2,000 characters at most.'),
      // The server says the same, but only once the number is right.
      z.refine(text => /^https:/i.test(text), 'The URL must begin with https://.'),
    ),
  })
}
type ReceiverValues = z.infer<ReturnType<typeof receiverValues>>

/** A number with its country code; null if it lacks one and is not of the default country. */
function numberToSave(text: string, named: string): string | null {
  // "+27 (0)10 …": that 0 is dialled only inside the country.
  const key = trackingNumberKey(text.replace(/^((?:\+|00).*)\(0\)/, '$1'))
  const isNational = /^0\d*$/.test(key) && key !== trackingNumberKey(named)
  return isNational ? (trackingNumberKeys(key)[1] ?? null) : key
}
