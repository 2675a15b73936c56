import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { shownUrl } from '../../../../contract/text/shown-text.ts'
import { formatDuration } from '../../../format/durations.ts'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import { useTimes } from '../../../format/times.ts'
import type { JsonNodes } from '../../../ui/json/json-nodes.ts'
import { BlockCallerLink } from '../../blocklist/block-caller-link.tsx'
import type { EventRow } from '../../event/event-row.ts'
import type { CallFields } from '../../event/fields/call-fields.ts'
import { exactField, fieldLabel, otherFields, shortText } from '../../event/fields/other-fields.ts'
import { UnnamedReceiver } from '../../receivers/unnamed-receiver.tsx'
import classes from './call-facts.module.css'
import * as messages from './messages.ts'
import { Recording } from './recording.tsx'

/** Values that can't be parsed are shown unchanged. */
function shownFields(call: CallFields): string[] {
  return Object.entries(call).flatMap(([name, value]) => (value == null ? [] : [name]))
}

/** Fields of a foreign service that are shown as facts under the names of the interface. */
function renamedFields({ call, payload }: EventRow['event']): string[] {
  if (call === payload) return []
  const values = new Set(Object.values(Fields.parse(call)))
  return Object.entries(Fields.parse(payload)).flatMap(([name, value]) =>
    value !== null && values.has(value) ? [name] : [],
  )
}

const Fields = z.catch(z.record(z.string(), z.unknown()), {})

/** Facts with our own text. All others are names, numbers and texts of the payload. */
const WORDS = new Set([
  messages.callStarted,
  messages.callEnded,
  messages.duration,
  messages.answered,
])

type CallFactsProps = { row: EventRow; payload: JsonNodes }

/** The facts of the payload, without missing fields. */
export function CallFacts({ row: { call, event }, payload }: CallFactsProps) {
  const times = useTimes()
  const facts: [string, ReactNode][] = [
    [messages.company, call.company?.name],
    [
      messages.caller,
      call.caller_number && (
        <>
          <span translate="no">{formatPhoneNumber(call.caller_number)}</span>{' '}
          <BlockCallerLink
            callerNumber={call.caller_number}
            company={call.company}
            className={classes.block}
          >
            {messages.blockCaller}
          </BlockCallerLink>
        </>
      ),
    ],
    [messages.trackingNumber, call.tracking_number && formatPhoneNumber(call.tracking_number)],
    [messages.callStarted, call.call_start_stamp && times.full(call.call_start_stamp)],
    [messages.callEnded, call.call_end_stamp && times.full(call.call_end_stamp)],
    [messages.duration, call.call_duration != null && formatDuration(call.call_duration)],
    [messages.answered, call.answered == null ? null : call.answered ? messages.yes : messages.no],
    [messages.agent, call.contact?.name],
    [messages.recording, call.recording_url && <Recording url={call.recording_url} />],
    [messages.sessionReference, call.reference],
    [messages.callNumber, exactField(payload, 'call_id') ?? call.call_id],
    ...otherFields(payload, [...shownFields(call), ...renamedFields(event)]).map(
      ([name, value]): [string, ReactNode] => [fieldLabel(name), value],
    ),
    [
      messages.receiver,
      shownUrl(event.callback_url ?? '') || (
        <UnnamedReceiver trackingNumber={call.tracking_number} />
      ),
    ],
  ]
  const known = facts.filter(([, value]) => value)
  return (
    <section>
      <h3>{messages.theCall}</h3>
      <dl className={classes.facts}>
        {known.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            {typeof value === 'string' ? (
              <dd translate={WORDS.has(label) ? undefined : 'no'}>{shortText(value)}</dd>
            ) : (
              <dd>{value}</dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}
