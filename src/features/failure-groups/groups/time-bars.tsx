import { useTimes } from '../../../format/times.ts'
import * as messages from './messages.ts'
import classes from './time-bars.module.css'
import { countInSlots, type TimedEvent, type TimeSlots } from './time-slots.ts'

type TimeBarsProps<Event> = {
  events: Event[]
  slots: TimeSlots
  /** Whether an event is still missing; undefined while that is unknown. */
  isMissing: ((event: Event) => boolean) | undefined
}

/** Shows when the events of a group failed, as bars from the first day to the last. */
export function TimeBars<Event extends TimedEvent>(props: TimeBarsProps<Event>) {
  const { events, slots, isMissing } = props
  const times = useTimes()
  const counts = countInSlots(events, slots)
  const most = Math.max(1, ...counts)
  const busiest = times.brief(
    new Date(slots.begin + counts.indexOf(most) * slots.length).toISOString(),
  )
  const name = messages.mostAt(busiest, most, events.length)
  // One path for all bars of a colour, because hundreds of groups have some thirty bars each.
  const path = (heights: number[]) =>
    heights
      .map((count, slot) => (count === 0 ? '' : bar(slot, Math.max(0.08, count / most))))
      .join('')
  return (
    <div className={classes.chart}>
      <svg
        className={classes.bars}
        role="img"
        aria-label={name}
        viewBox={`0 0 ${slots.count} 1`}
        preserveAspectRatio="none"
      >
        <title>{name}</title>
        {/* The missing events are in front of all of them, so that the others are above. */}
        <path d={path(counts)} data-part={isMissing ? 'recovered' : 'unknown'} />
        {isMissing && (
          <path d={path(countInSlots(events.filter(isMissing), slots))} data-part="missing" />
        )}
      </svg>
      {/* The scale, which is another one in each row. */}
      <span className={classes.most} aria-hidden>
        {messages.scale(most)}
      </span>
    </div>
  )
}

function bar(slot: number, height: number): string {
  return `M${slot + 0.1} 1V${(1 - height).toFixed(3)}h0.8V1z`
}
