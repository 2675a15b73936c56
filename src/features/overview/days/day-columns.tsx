import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { usePlotArea } from 'recharts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { ListLink } from '../card/list-link.tsx'
import classes from './day-columns.module.css'
import { dayLabel } from './day-table.tsx'
import type { DayCount } from './use-day-counts.ts'

type DayColumnsProps = {
  list: FailedEventList
  /** Oldest first. */
  days: DayCount[]
  onPoint: (day: CalendarDate | null) => void
}

const HATCH = 6

/**
 * Links over the bars of a chart, one per day and as high as the plot. Tab reaches one of them and the
 * arrow keys move to the others. A day that isn't counted yet is grey and an unknown one is hatched, so
 * that neither looks like 0.
 */
export function DayColumns({ list, days, onPoint }: DayColumnsProps) {
  const plot = usePlotArea()
  const id = useId()
  const group = useRef<SVGGElement>(null)
  const [reached, setReached] = useState<CalendarDate | null>(null)
  if (plot === undefined) return null
  const width = plot.width / days.length
  const isReached = (day: CalendarDate) => day === (reached ?? days.at(-1)?.day)

  const move = (press: KeyboardEvent, index: number) => {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: days.length - 1 }[
      press.key
    ]
    const link = to === undefined ? undefined : group.current?.querySelectorAll('a')[to]
    if (link === undefined) return
    press.preventDefault()
    link.focus()
  }

  return (
    <g ref={group}>
      <defs>
        <pattern id={id} width={HATCH} height={HATCH} patternUnits="userSpaceOnUse">
          <path className={classes.hatch} d={`M0,${HATCH} L${HATCH},0`} />
        </pattern>
      </defs>
      {days.map((count, index) => (
        <ListLink
          key={count.day}
          className={classes.day}
          list={list}
          range={{ from: count.day, to: count.day }}
          preload={false}
          aria-label={dayLabel(list, count)}
          tabIndex={isReached(count.day) ? 0 : -1}
          onKeyDown={press => move(press, index)}
          onFocus={() => {
            setReached(count.day)
            onPoint(count.day)
          }}
          onBlur={() => onPoint(null)}
          onMouseEnter={() => onPoint(count.day)}
          onMouseLeave={() => onPoint(null)}
        >
          <rect
            x={plot.x + index * width}
            y={plot.y}
            width={width}
            height={plot.height}
            fill={getFill(count, id)}
          />
        </ListLink>
      ))}
    </g>
  )
}

function getFill({ count, isWaiting }: DayCount, hatch: string): string {
  if (count !== null) return 'transparent'
  return isWaiting ? 'var(--surface-sunken)' : `url(#${hatch})`
}
