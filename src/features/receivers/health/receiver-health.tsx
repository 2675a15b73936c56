import type { ReceiverOutcomes } from '../../../../contract/receiver.ts'
import { useTimes } from '../../../format/times.ts'
import * as messages from './messages.ts'
import classes from './receiver-health.module.css'

/** Says whether replays to a receiver arrive now, and since when. */
export function ReceiverHealth({ outcomes }: { outcomes: ReceiverOutcomes }) {
  const { last_delivery, last_failure, works_since } = outcomes
  if (last_delivery === null && last_failure === null) return null
  const isFailing = works_since === null
  return (
    <>
      <p className={classes.state} data-tone={isFailing ? 'bad' : 'good'}>
        {isFailing ? (
          messages.lastReplayFailed
        ) : last_failure === null ? (
          messages.allDelivered
        ) : (
          <>
            Every replay since <Moment stamp={works_since} /> was delivered.
          </>
        )}
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>{messages.lastDelivery}</dt>
          <dd>{last_delivery ? <Moment stamp={last_delivery} /> : messages.noneYet}</dd>
        </div>
        <div>
          <dt>{messages.lastFailure}</dt>
          <dd>{last_failure ? <Moment stamp={last_failure} /> : messages.none}</dd>
        </div>
      </dl>
    </>
  )
}

function Moment({ stamp }: { stamp: string }) {
  const times = useTimes()
  return (
    <time dateTime={stamp} title={times.full(stamp)}>
      {times.exact(stamp)}
    </time>
  )
}
