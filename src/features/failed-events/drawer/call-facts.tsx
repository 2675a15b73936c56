import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { shownText, shownUrl } from '../../../../contract/text/shown-text.ts'
import { formatDuration } from '../../../format/durations.ts'
import { useTimes } from '../../../format/times.ts'
import { blockCallerSearch } from '../../blocklist/block-caller-search.ts'
import { CompanyLink } from '../../event/company-link.tsx'
import type { EventRow } from '../../event/event-row.ts'
import { fieldLabel, otherFields, shortText } from '../../event/fields/other-fields.ts'
import { safeLink } from '../../event/fields/shown-values.ts'
import { SetReceiver } from '../set-receiver.tsx'
import classes from './call-facts.module.css'

/** Facts with our own text. All others are names, numbers and texts of the payload. */
const WORDS = new Set(['Call started', 'Call ended', 'Duration', 'Answered'])

export function CallFacts({ row, payload }: { row: EventRow; payload: string }) {
  const { call, event } = row
  const times = useTimes()
  const block = blockCallerSearch(call)
  // As it was written: parsing changes the last digits of long numbers.
  const exactId = otherFields(payload, []).find(([name]) => name === 'call_id')?.[1]
  // Values that can't be parsed are shown unchanged.
  const shown = Object.entries(call).flatMap(([name, value]) => (value == null ? [] : [name]))
  const facts: [string, ReactNode][] = [
    ['Company', call.company && <CompanyLink name={call.company.name} />],
    [
      'Caller',
      call.caller_number && (
        <>
          <span translate="no">{formatPhoneNumber(call.caller_number)}</span>{' '}
          {block && (
            <Link to="/blocklist" search={block} preload={false} className={classes.block}>
              Block this caller
            </Link>
          )}
        </>
      ),
    ],
    ['Tracking number', call.tracking_number && formatPhoneNumber(call.tracking_number)],
    ['Call started', call.call_start_stamp && times.full(call.call_start_stamp)],
    ['Call ended', call.call_end_stamp && times.full(call.call_end_stamp)],
    ['Duration', call.call_duration != null && formatDuration(call.call_duration)],
    ['Answered', call.answered == null ? null : call.answered ? 'Yes' : 'No'],
    ['Agent', call.contact?.name],
    ['Recording', call.recording_url && <Recording url={call.recording_url} />],
    ['Session reference', call.reference],
    ['Call number', exactId ?? call.call_id],
    ...otherFields(payload, [...shown, ...event.renamed_fields]).map(
      ([name, value]): [string, ReactNode] => [fieldLabel(name), value],
    ),
    ['Receiver', shownUrl(event.callback_url ?? '') || <SetReceiver row={row} />],
  ]
  const filled = facts.filter(([, value]) => value)
  return (
    <section>
      <h3>The call</h3>
      <dl className={classes.facts}>
        {filled.map(([label, value]) => (
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

/**
 * The recording of a call. Its URL comes from outside, so only http and https are allowed, and the
 * browser requests it only when the person presses play.
 */
function Recording({ url }: { url: string }) {
  const [isLost, setIsLost] = useState(false)
  const href = safeLink(url)
  if (href === null) return <span translate="no">{shownText(url)}</span>
  const link = (
    <a href={href} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      Open the recording in a new tab
    </a>
  )
  // The gateway's Content-Security-Policy allows recordings only over https.
  if (!href.startsWith('https:')) return link
  return (
    <div className={classes.recording}>
      {isLost ? (
        <p className={classes.lost} role="alert">
          The recording could not be loaded. It may have been deleted, or it may need a sign-in.
        </p>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: nobody writes captions for a phone call
        <audio
          controls
          preload="none"
          src={href}
          aria-label="Recording of the call"
          onError={() => setIsLost(true)}
        />
      )}
      {link}
    </div>
  )
}
