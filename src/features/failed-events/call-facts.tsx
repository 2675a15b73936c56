import type { ReactNode } from 'react'
import { useTimes } from '../session/times.ts'
import classes from './call-facts.module.css'
import { durationWords, fieldLabel, otherFields, phoneWords, safeLink } from './call-fields.ts'
import type { EventRow } from './event-row.ts'

const SHOWN = [
  'call_id',
  'tracking_number',
  'caller_number',
  'call_start_stamp',
  'call_end_stamp',
  'call_duration',
  'answered',
  'recording_url',
  'company',
  'contact',
  'reference',
]

/** The fields of the payload, in words; those that aren't there are left out. */
export function CallFacts({ row: { call, event } }: { row: EventRow }) {
  const times = useTimes()
  const facts: [string, ReactNode][] = [
    ['Company', call.company?.name],
    ['Caller', call.caller_number && phoneWords(call.caller_number)],
    ['Tracking number', call.tracking_number && phoneWords(call.tracking_number)],
    ['Call began', call.call_start_stamp && times.full(call.call_start_stamp)],
    ['Call ended', call.call_end_stamp && times.full(call.call_end_stamp)],
    ['Duration', call.call_duration != null && durationWords(call.call_duration)],
    ['Answered', call.answered == null ? null : call.answered ? 'Yes' : 'No'],
    ['Agent', call.contact?.name],
    ['Recording', call.recording_url && <Recording url={call.recording_url} />],
    ['Session reference', call.reference],
    ['Call number', call.call_id],
    ...otherFields(event.payload, SHOWN).map(([name, value]): [string, ReactNode] => [
      fieldLabel(name),
      value,
    ]),
    ['Receiver', event.callback_url],
  ]
  const known = facts.filter(([, value]) => value)
  return (
    <section>
      <h3>The call</h3>
      <dl className={classes.facts}>
        {known.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The address comes from outside: it becomes a link only where it is an ordinary one. */
function Recording({ url }: { url: string }) {
  const href = safeLink(url)
  return href === null ? (
    url
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer">
      Listen to the recording
    </a>
  )
}
