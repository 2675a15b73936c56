import type { ReplayItem } from '../../../contract/replay.ts'
import { useTimes } from '../session/times.ts'
import classes from './replay-report.module.css'
import { replayTone, replayWords } from './replay-words.ts'

/** The last replay of an event: who, when, where to, and what the receiver answered. */
export function ReplayReport({ latest: item }: { latest: ReplayItem | null }) {
  const times = useTimes()
  if (item === null) return null
  return (
    <section>
      <h3>Last replay</h3>
      <div className={classes.report}>
        <p className={classes.outcome} data-tone={replayTone(item.state)}>
          {replayWords(item, times.brief)}
        </p>
        <p className={classes.who}>
          Started {times.full(item.created_at)}
          {item.who && ` by ${item.who}`}
          {item.receiver_url && `, to ${item.receiver_url}`}
        </p>
        {item.attempts.map(
          ({ at, answer }) =>
            answer && (
              <figure key={at} className={classes.answer}>
                <figcaption>What the receiver wrote</figcaption>
                <pre>{answer}</pre>
              </figure>
            ),
        )}
      </div>
    </section>
  )
}
