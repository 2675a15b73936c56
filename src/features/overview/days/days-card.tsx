import { type KeyboardEvent, memo, useRef, useState } from 'react'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatWeekday } from '../../../format/days.ts'
import { useTimes } from '../../../format/times.ts'
import stackedBar from '../../day-counts/stacked-bar.module.css'
import { barAfterKey, StackedBar } from '../../day-counts/stacked-bar.tsx'
import { listNoun } from '../../event/list/list-labels.ts'
import { ListLink } from '../../event/list/list-link.tsx'
import { FailedReadNotice, WaitNotice } from '../../request-errors/request-notices.tsx'
import { OverviewCard } from '../card/overview-card.tsx'
import { ChartFrame, formatTotal } from './chart-frame.tsx'
import chartClasses from './charts-by-list.module.css'
import columnClasses from './day-columns.module.css'
import type { DayCount, DayCounts } from './day-count.ts'
import classes from './days-card.module.css'

type DayColumnsProps = {
  list: FailedEventList
  days: DayCount[]
  /** The count that fills the whole height. */
  most: number
  onPoint: (day: CalendarDate | null) => void
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
      className={columnClasses.day}
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

/**
 * A chart for each list, one below the other. Each has its own scale, because there are many more calls
 * than AI events.
 */
const ChartsByList = memo(function ChartsByList({
  counts: { byList, isLoadingRecovered },
}: {
  counts: DayCounts
}) {
  const isUnknown = Object.values(byList)
    .flat()
    .some(({ count, missing }) => count !== null && missing === null)
  return (
    <>
      <ul className={`${chartClasses.legend} ${stackedBar.legend}`} aria-label="Colours">
        <li data-part="missing">Still missing</li>
        <li data-part="recovered">Delivered or handled</li>
        {isUnknown && !isLoadingRecovered && <li data-part="unknown">State unknown</li>}
      </ul>
      {FailedEventList.options.map(list => (
        <DayChart key={list} list={list} days={byList[list].toReversed()} />
      ))}
    </>
  )
})

export function DaysCard({ counts }: { counts: DayCounts }) {
  const { zone } = useTimes()
  return (
    <OverviewCard
      title="The last 30 days"
      about={
        counts.isLoading
          ? `Counting the days of both lists: ${counts.known} of ${counts.of}`
          : `Days in ${zone}`
      }
    >
      <div className={classes.notices}>
        <WaitNotice reason={counts.delay} />
        {counts.problem && (
          <FailedReadNotice
            query={{ error: counts.problem, isFetching: false, refetch: counts.onRetry }}
          >
            Days that could not be counted are shown as unknown.
          </FailedReadNotice>
        )}
      </div>
      <ChartsByList counts={counts} />
    </OverviewCard>
  )
}

/** @param days oldest first */
function DayChart({ list, days }: { list: FailedEventList; days: DayCount[] }) {
  const [pointed, setPointed] = useState<CalendarDate | null>(null)
  const first = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  const read = days.find(({ day }) => day === pointed)
  return (
    <ChartFrame
      list={list}
      days={days}
      total={
        read ? (
          <span aria-hidden>{dayLabel(list, read)}</span>
        ) : (
          <ListLink list={list} range={{ from: first, to: last }}>
            {formatTotal(list, days)}
          </ListLink>
        )
      }
      columns={most => <DayColumns list={list} days={days} most={most} onPoint={setPointed} />}
    />
  )
}

/**
 * The bars of a chart, each in a link that is as high as the chart. Tab reaches one of them and the
 * arrow keys move to the others.
 */
function DayColumns({ list, days, most, onPoint }: DayColumnsProps) {
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
    <div ref={group} className={columnClasses.columns} onKeyDown={move}>
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

/** "Sat 21 Nov: 47 failed calls, 12 still missing" */
function dayLabel(list: FailedEventList, counted: DayCount): string {
  const { day, count, isWaiting } = counted
  if (count !== null) {
    const failures = `${formatWeekday(day)}: ${formatNumber(count)} ${listNoun(list, count)}`
    return hasRecovered(counted) ? `${failures}, ${formatMissing(counted)}` : failures
  }
  return isWaiting
    ? `${formatWeekday(day)}: ${listNoun(list, 2)} not counted yet`
    : `${formatWeekday(day)}: number of ${listNoun(list, 2)} unknown`
}

function formatMissing({ missing }: { missing: number }): string {
  return `${formatNumber(missing)} still missing`
}

function hasRecovered(day: DayCount): day is DayCount & { missing: number } {
  return day.missing !== null && day.count !== null && day.missing < day.count
}
