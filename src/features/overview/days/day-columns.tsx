import { type KeyboardEvent, memo, useRef, useState } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { barAfterKey, StackedBar } from '../../day-counts/stacked-bar.tsx'
import { ListLink } from '../card/list-link.tsx'
import classes from './day-columns.module.css'
import type { DayCount } from './day-count.ts'
import { dayLabel } from './day-table.tsx'

type DayColumnsProps = {
  list: FailedEventList
  /** Oldest first. */
  days: DayCount[]
  /** The count that fills the whole height. */
  most: number
  onPoint: (day: CalendarDate | null) => void
}

/**
 * The bars of a chart, each in a link that is as high as the chart. Tab reaches one of them and the
 * arrow keys move to the others.
 */
export function DayColumns({ list, days, most, onPoint }: DayColumnsProps) {
  const group = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState<CalendarDate | null>(null)
  const stop = reached ?? days.at(-1)?.day

  const move = (press: KeyboardEvent) => {
    const index = days.findIndex(({ day }) => day === stop)
    const to = barAfterKey(press.key, index, days.length)
    if (to === null) return
    press.preventDefault()
    group.current?.querySelectorAll('a')[to]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it get the keys
    <div ref={group} className={classes.columns} onKeyDown={move}>
      {days.map(count => (
        <DayColumn
          key={count.day}
          list={list}
          {...count}
          most={most}
          isStop={count.day === stop}
          onReach={setReached}
          onPoint={onPoint}
        />
      ))}
    </div>
  )
}

type DayColumnProps = DayCount &
  Pick<DayColumnsProps, 'list' | 'most' | 'onPoint'> & {
    /** Whether Tab reaches it. */
    isStop: boolean
    onReach: (day: CalendarDate) => void
  }

/**
 * A day that isn't counted yet is pale and an unknown one is hatched, so that neither looks like 0. Only
 * days that change are drawn again, because sixty links take a while.
 */
const DayColumn = memo(function DayColumn({
  list,
  most,
  isStop,
  onReach,
  onPoint,
  ...count
}: DayColumnProps) {
  const { day, isWaiting } = count
  return (
    <ListLink
      className={classes.day}
      data-count={count.count === null ? (isWaiting ? 'waiting' : 'unknown') : 'known'}
      list={list}
      range={{ from: day, to: day }}
      preload={false}
      aria-label={dayLabel(list, count)}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => {
        onReach(day)
        onPoint(day)
      }}
      onBlur={() => onPoint(null)}
      onMouseEnter={() => onPoint(day)}
      onMouseLeave={() => onPoint(null)}
    >
      <StackedBar count={count.count} missing={count.missing} most={most} />
    </ListLink>
  )
})
