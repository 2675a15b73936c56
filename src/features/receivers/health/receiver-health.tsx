import type { ReceiverOutcomes } from '../../../../contract/receiver.ts'
import { useTimes } from '../../../format/times.ts'
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
          'The last replay to it failed.'
        ) : last_failure === null ? (
          'Every replay to it was delivered.'
        ) : (
          <>
            It has recovered: every replay since <Moment stamp={works_since} /> was delivered.
          </>
        )}
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>Last delivery</dt>
          <dd>{last_delivery ? <Moment stamp={last_delivery} /> : 'none yet'}</dd>
        </div>
        <div>
          <dt>Last failure</dt>
          <dd>{last_failure ? <Moment stamp={last_failure} /> : 'none'}</dd>
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
