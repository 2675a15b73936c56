import type { FailedEventList } from '../../../contract/failed-event.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { ReplayControl } from '../replays/replay-control.tsx'
import { ReplayReport } from '../replays/replay-report.tsx'
import { useTimes } from '../session/times.ts'
import { AttemptList } from './attempt-list.tsx'
import { CallFacts } from './call-facts.tsx'
import classes from './event-details.module.css'
import { companyName, type EventRow } from './event-row.ts'
import { failureWords } from './failure-words.ts'
import { LIST_WORDS } from './list-words.ts'
import { possessive, triesWords } from './tries-words.ts'

/** Everything that is known of one failed event, the most useful first. */
export function EventDetails({ list, row }: { list: FailedEventList; row: EventRow }) {
  const times = useTimes()
  const { event, call } = row
  const failure = failureWords(row.outcome)
  const whose = call.company ? `${possessive(call.company.name)} receiver` : 'The receiver'
  const where = row.receiver ? `, ${row.receiver.host},` : ''
  return (
    <article className={classes.details}>
      <header>
        <p className={classes.eyebrow}>
          {capital(
            event.event === 'missed_call_saver' ? 'Missed Call Saver' : LIST_WORDS[list].one,
          )}
          {event.failed_at && ` · ${times.full(event.failed_at)}`}
        </p>
        <h2>
          {companyName(call)}: {row.why}
        </h2>
        <div className={classes.replay}>
          <ReplayControl place="drawer" target={row.target} latest={row.replay} />
        </div>
      </header>
      <section className={classes.words}>
        <h3>What happened</h3>
        <p>
          {whose}
          {where} {failure.happened} {triesWords(event.attempts)}
        </p>
        <h3>What it means</h3>
        <p>{failure.means}</p>
        <h3>Who can mend it</h3>
        <p>{failure.mend}</p>
      </section>
      <CallFacts row={row} />
      <AttemptList attempts={event.attempts} />
      <ReplayReport latest={row.replay} />
      <section>
        <JsonView title="What was sent" value={event.payload} />
      </section>
      {Object.keys(event.unknown_fields).length > 0 && (
        <section>
          <JsonView title="What else the service says" value={event.unknown_fields} />
        </section>
      )}
    </article>
  )
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
