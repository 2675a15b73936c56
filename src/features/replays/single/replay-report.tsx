import type { ReplayItem } from '../../../../contract/replay.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'
import { useTimes } from '../../../format/times.ts'
import { replaySummary, replayTone } from '../replay-messages.ts'
import { AttemptAnswer } from './attempt-answer.tsx'
import classes from './replay-report.module.css'

/** One replay of an event, with its outcome, its receiver and the receiver's answer. */
export function ReplayReport({ item }: { item: ReplayItem }) {
  const times = useTimes()
  return (
    <>
      <p className={classes.outcome} data-tone={replayTone(item.state)}>
        {replaySummary(item, times.exact)}
      </p>
      {item.receiver_url && item.state !== 'skipped' && (
        <p className={classes.receiver}>
          Sent to <span translate="no">{shownText(item.receiver_url)}</span>
        </p>
      )}
      {item.attempts.map(attempt => (
        <AttemptAnswer key={attempt.at} attempt={attempt} answer={attempt.answer} />
      ))}
    </>
  )
}
