import { zodResolver } from '@hookform/resolvers/zod'
import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { get, useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { shownEvent } from '../../../contract/event/shown-event.ts'
import { callTime } from '../../../contract/event-page.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import {
  ATTEMPT_MEANINGS,
  type AttemptMeaning,
  FieldMap,
  ITEM_MEANINGS,
  type ItemMeaning,
  PAYLOAD_MEANINGS,
  type PayloadMeaning,
} from '../../../contract/fields/field-map.ts'
import { readEvent } from '../../../contract/fields/read-event.ts'
import { attemptsOf, payloadOf } from '../../../contract/fields/recognize-fields.ts'
import { sampleFields } from '../../../contract/fields/sample-fields.ts'
import type { ServiceFields } from '../../../contract/fields/service-fields.ts'
import { isRecord } from '../../../contract/text/json-inside.ts'
import { formatPhoneNumber } from '../../../contract/text/phone-number.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { errorText } from '../../api/error-messages.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { sendChange } from '../../api/request.ts'
import { useTimes } from '../../format/times.ts'
import { createDrafts, useFormDraft } from '../../forms/drafts.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { setFormError } from '../../forms/server-errors.ts'
import { notify } from '../../ui/notification/notify.ts'
import part from '../../ui/settings-part.module.css'
import { eventRow } from '../event/event-row.ts'
import classes from './field-settings.module.css'

const ROWS = 3

const ANYWHERE = { from_date: '2000-01-01', to_date: '2000-01-02', page: 1, page_size: ROWS }

const drafts = createDrafts<FieldInput>()

type FieldFormProps = {
  /** The account: a draft is restored only for it. */
  owner: string
  list: FailedEventList
  items: unknown[]
  /** undefined until they are recognised for the first time. */
  fields: ServiceFields | undefined
  recognized: FieldMap
  timeZone: string
  /** Called when the fields were saved or recognised again, which renders the form again. */
  onChanged: () => void
}

export function FieldForm(props: FieldFormProps) {
  const { owner, list, items, fields, recognized, timeZone, onChanged } = props
  const start = fields?.map ?? recognized
  // The operator set them.
  const isLocked = fields?.source === 'file'
  const form = useForm<FieldInput, unknown, FieldMap>({
    resolver: zodResolver(FieldMap),
    defaultValues: start,
    shouldFocusError: false,
  })
  useFormDraft(drafts, `${owner} ${list}`, form, form.formState.isSubmitting)
  const values = useWatch({ control: form.control })
  const map = useMemo(() => FieldMap.safeParse(values).data ?? start, [values, start])
  const choices = useMemo(() => fieldChoices(items, map), [items, map])
  const { mutateAsync: save } = useFieldChange(list)
  const forget = useFieldChange(list)

  const onSubmit = async (values: FieldMap) => {
    await save(values)
    notify({ text: 'Saved for everyone who signs in with this token.' })
    onChanged()
  }
  const onForget = () => {
    form.reset()
    return forget.mutateAsync(null).then(onChanged, (error: unknown) => {
      setFormError(form.setError, errorText(error))
    })
  }
  const select = (name: FieldName, options: FieldChoice[]) => {
    const chosen = form.getValues(name) || null
    const own: string | null = get(recognized, name)
    const isListed = chosen === null || options.some(({ path }) => path === chosen)
    return (
      <NativeSelect
        key={name}
        {...form.register(name, { setValueAs: (value: string | null) => value || null })}
        label={LABELS[name]}
        data={[
          { value: '', label: 'Not available' },
          ...(isListed ? [] : [{ value: chosen, label: `${chosen} (not in these events)` }]),
          ...options.map(({ path, example }) => ({
            value: path,
            label: `${path}: ${example}${path === own ? ' (recognised)' : ''}`,
          })),
        ]}
        translate="no"
      />
    )
  }
  return (
    <div className={classes.form} data-changed={form.formState.isDirty || undefined}>
      <FormShell
        form={form}
        onSubmit={onSubmit}
        submitLabel="Save fields"
        isReadOnly={isLocked}
        actions={
          fields?.source === 'person' && (
            <Button loading={forget.isPending} onClick={() => void onForget()}>
              Recognise again
            </Button>
          )
        }
      >
        <FieldPreview list={list} items={items} map={map} timeZone={timeZone} />
        <fieldset className={clsx(part.group, classes.group)} disabled={isLocked}>
          <legend>The delivery</legend>
          {ITEM_MEANINGS.map(name => select(`item.${name}`, choices.item))}
          {map.item.attempts !== null &&
            ATTEMPT_MEANINGS.map(name => select(`attempt.${name}`, choices.attempt))}
        </fieldset>
        <fieldset className={clsx(part.group, classes.group)} disabled={isLocked}>
          <legend>The call, in the payload</legend>
          {PAYLOAD_MEANINGS.map(name => select(`payload.${name}`, choices.payload))}
        </fieldset>
        <fieldset className={clsx(part.group, classes.group)} disabled={isLocked}>
          <legend>Everywhere</legend>
          <NativeSelect
            {...form.register('day_first', {
              setValueAs: (value: string) => (value === '' ? null : value === 'true'),
            })}
            label="Dates such as 02/11/2026"
            data={DATE_ORDERS}
          />
        </fieldset>
      </FormShell>
    </div>
  )
}

const LABELS: Record<FieldName, string> = {
  'item.id': 'Event ID',
  'item.failed_at': 'Failed at',
  'item.receiver': 'Receiver URL',
  'item.status': 'HTTP status',
  'item.error': 'Error text',
  'item.attempt_count': 'Number of attempts',
  'item.attempts': 'List of attempts',
  'item.event': 'Kind of event',
  'attempt.at': 'Time of the attempt',
  'attempt.status': 'HTTP status of the attempt',
  'attempt.error': 'Error text of the attempt',
  'attempt.duration_ms': 'Duration of the attempt',
  'payload.call_id': 'Call number',
  'payload.call_start_stamp': 'Call started',
  'payload.call_end_stamp': 'Call ended',
  'payload.call_duration': 'Duration of the call',
  'payload.answered': 'Answered',
  'payload.caller_number': 'Caller',
  'payload.tracking_number': 'Tracking number',
  'payload.company': 'Company',
  'payload.contact': 'Agent',
  'payload.recording_url': 'Recording',
}

type FieldInput = z.input<typeof FieldMap>

const DATE_ORDERS = [
  { value: '', label: 'Not used' },
  { value: 'true', label: '2 November: the day comes first' },
  { value: 'false', label: '11 February: the month comes first' },
]

type FieldName = `item.${ItemMeaning}` | `attempt.${AttemptMeaning}` | `payload.${PayloadMeaning}`

type FieldPreviewProps = Pick<FieldFormProps, 'list' | 'items' | 'timeZone'> & { map: FieldMap }

function FieldPreview({ list, items, map, timeZone }: FieldPreviewProps) {
  const times = useTimes()
  const rows = useMemo(
    () =>
      items.slice(0, ROWS).map((item, index) => {
        const event = readEvent(item, { map, zone: timeZone })
        return { index, ...eventRow(shownEvent(event, event.id ?? ''), { ...ANYWHERE, list }, '') }
      }),
    [list, items, map, timeZone],
  )
  const time = (stamp: string | null) => (stamp === null ? 'Unknown' : times.moment(stamp))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={classes.preview} aria-label="Preview" tabIndex={0}>
      <table>
        <caption>Preview</caption>
        <thead>
          <tr>
            <th scope="col">Failed at ({times.zone})</th>
            <th scope="col">Company</th>
            <th scope="col">Caller</th>
            <th scope="col">Why it failed</th>
            <th scope="col">Receiver</th>
            <th scope="col">Attempts</th>
            <th scope="col">Event</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ index, event, call, why, receiver }) => (
            <tr key={index}>
              <td>
                {event.failed_at === null && callTime(call) !== null
                  ? `Call: ${time(callTime(call))}`
                  : time(event.failed_at)}
              </td>
              <td translate="no">{call.company?.name ?? 'Unknown'}</td>
              <td translate="no">
                {call.caller_number ? formatPhoneNumber(call.caller_number) : '–'}
              </td>
              <td>{why}</td>
              <td translate="no">{receiver?.host ?? 'Unknown'}</td>
              <td>{event.attempt_count ?? '–'}</td>
              <td translate="no">{event.id || 'Identified by its content'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Sets the fields of a list; null removes them, so that Redial recognises them again. */
export function useFieldChange(list: FailedEventList) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (map: FieldMap | null) =>
      sendChange(
        `/gateway/fields/${list}`,
        map === null ? { method: 'DELETE' } : { method: 'PUT', body: { map } },
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.serviceFields })
      // They were read with the previous fields.
      client.removeQueries({ queryKey: queryKeys.allEvents })
    },
  })
}

export type FieldChoice = { path: string; example: string }

const MAX_EXAMPLE = 40

export function fieldChoices(items: unknown[], map: FieldMap) {
  const payloads = items.filter(isRecord).map(payloadOf).filter(isRecord)
  return {
    item: choicesOf(items, ['request_json']),
    attempt: choicesOf(attemptsOf(items, map.item.attempts)),
    payload: choicesOf(payloads),
  }
}

function choicesOf(items: unknown[], skipped: string[] = []): FieldChoice[] {
  return sampleFields(items, skipped).flatMap(({ path, values }) => {
    const value = values.find(one => one !== undefined && one !== null && one !== '')
    // People can't recognise a name with invisible characters.
    const isReadable = shownText(path) === path
    return value === undefined || !isReadable ? [] : [{ path, example: exampleOf(value) }]
  })
}

function exampleOf(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return 'an object'
  const text = String(value)
  const shown = shownText(text.slice(0, MAX_EXAMPLE))
  return text.length > MAX_EXAMPLE ? `${shown}…` : shown
}
