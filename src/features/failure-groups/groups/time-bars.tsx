import type { EventGroup } from '../../../../contract/events.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { useTimes } from '../../../format/times.ts'
import classes from './time-bars.module.css'

type TimeBarsProps = {
  group: Pick<EventGroup, 'bars' | 'events'>
  /** Where each bar begins and the last one ends, in ms since 1970. */
  starts: number[]
  /** The highest bar of all groups that are shown, so that bars can be compared. */
  highest: number
}

/** Shows when the events of a group failed, as bars from the first day to the last. */
export function TimeBars({ group: { bars, events }, starts, highest }: TimeBarsProps) {
  const times = useTimes()
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const busiest = starts[bars.findIndex(({ count }) => count === most)] ?? starts[0] ?? 0
  const time = times.brief(new Date(busiest).toISOString())
  const name = `Most at ${time}: ${formatNumber(most)} of ${formatNumber(events)}`
  // One path for all bars of a colour, because hundreds of groups have some thirty bars each.
  const path = (part: 'count' | 'missing') =>
    bars
      .map(({ [part]: count }, slot) =>
        count === 0 ? '' : pathOfBar(slot, Math.max(0.08, count / highest)),
      )
      .join('')
  return (
    <div className={classes.chart}>
      <svg
        className={classes.bars}
        role="img"
        aria-label={name}
        viewBox={`0 0 ${bars.length} 1`}
        preserveAspectRatio="none"
      >
        <title>{name}</title>
        {/* The missing events are in front of all of them, so that the others are above. */}
        <path d={path('count')} data-part="recovered" />
        <path d={path('missing')} data-part="missing" />
      </svg>
      <span className={classes.most} aria-hidden>
        max. {formatNumber(most)}
      </span>
    </div>
  )
}

function pathOfBar(slot: number, height: number): string {
  return `M${slot + 0.1} 1V${(1 - height).toFixed(3)}h0.8V1z`
}
