import { useMemo } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { payloadText } from '../../../contract/payload-text.ts'
import { jsonNodes } from '../../ui/json-nodes.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { fileName } from '../../ui/save-text.ts'
import { AttemptAnswer } from '../replays/attempt-answer.tsx'
import { ReplayControl } from '../replays/replay-control.tsx'
import { useTimes } from '../session/times.ts'
import { CallFacts } from './call-facts.tsx'
import classes from './event-details.module.css'
import { companyName, type EventRow } from './event-row.ts'
import { attemptText, fieldsText } from './event-text.ts'
import { EventTimeline } from './event-timeline.tsx'
import { failureWords } from './failure-words.ts'
import { KnownBy } from './known-by.tsx'
import { isKnownByContent } from './known-by-content.ts'
import { LIST_WORDS } from './list-words.ts'
import { capital } from './receiver-name.ts'
import { triesWords } from './tries-words.ts'

type EventDetailsProps = {
  list: FailedEventList
  row: EventRow
  /** The event as it stands in the service's answer. */
  text: string
}

/** Everything that is known of one failed event, the most useful first. */
export function EventDetails({ list, row, text }: EventDetailsProps) {
  const times = useTimes()
  const { event, call } = row
  const payload = useMemo(() => jsonNodes(payloadText(text)), [text])
  const others = useMemo(() => otherNodes(row, text), [row, text])
  const failure = failureWords(row.outcome, {
    company: call.company?.name ?? null,
    host: row.receiver?.host ?? null,
  })
  const last = event.attempts.at(-1)
  const file = `${LIST_WORDS[list].one} ${isKnownByContent(event) ? (call.call_id ?? '') : event.id}`
  return (
    <article className={classes.details}>
      <header>
        <p className={classes.eyebrow}>
          {event.event === 'missed_call_saver'
            ? 'Missed Call Saver'
            : capital(LIST_WORDS[list].one)}
          {event.failed_at && ` · ${times.full(event.failed_at)}`}
        </p>
        <h2>
          <span translate="no">{companyName(call)}</span>: {row.why}
        </h2>
        <div className={classes.replay}>
          <ReplayControl target={row.target} latest={row.replay} />
        </div>
        <KnownBy event={event} />
      </header>
      <section className={classes.words}>
        <h3>What happened</h3>
        <p>
          {failure.happened} {triesWords(event.attempts)}
        </p>
        {last && <AttemptAnswer attempt={last} answer={null} />}
        <h3>What it means</h3>
        <p>{failure.means}</p>
        <h3>Who can mend it</h3>
        <p>
          <strong>{failure.who}.</strong> {failure.mend}
        </p>
      </section>
      <EventTimeline row={row} attemptText={index => attemptText(text, index)} />
      <CallFacts row={row} payload={payload} />
      <JsonView title="Payload" nodes={payload} fileName={fileName(file, 'json')} />
      {others && (
        <JsonView
          title="What else the service says"
          nodes={others}
          fileName={fileName(`${file} details`, 'json')}
        />
      )}
    </article>
  )
}

function otherNodes({ event }: EventRow, text: string) {
  const names = Object.keys(event.unknown_fields)
  return names.length === 0 ? null : jsonNodes(fieldsText(text, names))
}
