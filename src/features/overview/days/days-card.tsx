import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type KeyboardEvent, memo, useRef, useState } from 'react'
import { firstDayCounted, recentDays } from '../../../../contract/day-counts.ts'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatShortDay } from '../../../../contract/time/day-text.ts'
import { formatWeekday } from '../../../format/days.ts'
import { useTimes } from '../../../format/times.ts'
import { dayCountsQuery, useDayCounts } from '../../day-counts/day-count-query.ts'
import stackedBar from '../../day-counts/stacked-bar.module.css'
import { barAfterKey, formatBar, StackedBar } from '../../day-counts/stacked-bar.tsx'
import { LIST_LABELS, listNoun } from '../../event/list/list-labels.ts'
import { ListLink } from '../../event/list/list-link.tsx'
import { recoveredDaysQuery } from '../../replays/states/recovered-days.ts'
import { FailedReadNotice, WaitNotice } from '../../request-errors/request-notices.tsx'
import { OverviewCard } from '../card/overview-card.tsx'
import classes from './days-card.module.css'

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
            Days that could not be counted are shown with an earlier count or as unknown.
          </FailedReadNotice>
        )}
      </div>
      <ChartsByList counts={counts} />
    </OverviewCard>
  )
}

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
      <ul className={`${classes.legend} ${stackedBar.legend}`} aria-label="Colours">
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

const TICK_EVERY_DAYS = 7

type DayChartProps = {
  list: FailedEventList
  /** Oldest first. */
  days: DayCount[]
}

/**
 * The bars of a list, each in a link that is as high as the chart. Tab reaches one of them and the arrow
 * keys move to the others.
 */
function DayChart({ list, days }: DayChartProps) {
  const bars = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<CalendarDate | null>(null)
  const [reached, setReached] = useState<CalendarDate | null>(null)
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day]
  const stop = reached ?? last
  const pointedDay = days.find(({ day }) => day === pointed)
  const most = Math.max(1, ...days.map(({ count }) => count ?? 0))

  const move = (press: KeyboardEvent) => {
    const index = days.findIndex(({ day }) => day === stop)
    const to = barAfterKey(press.key, index, days.length)
    if (to === null) return
    press.preventDefault()
    bars.current?.querySelectorAll('a')[to]?.focus()
  }

  return (
    <div className={classes.chart}>
      <div className={classes.header}>
        <h3>{LIST_LABELS[list].title}</h3>
        <p>
          {pointedDay ? (
            <span aria-hidden>{dayLabel(list, pointedDay)}</span>
          ) : (
            <ListLink list={list} range={{ from: first, to: last }}>
              {formatTotal(list, days)}
            </ListLink>
          )}
        </p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div
        className={classes.plot}
        role="group"
        aria-label={`${LIST_LABELS[list].title} by day. Use the arrow keys to go from day to day.`}
        onKeyDown={move}
      >
        <div className={classes.scale} aria-hidden>
          {[0, most].map(mark => (
            <div key={mark} className={classes.mark}>
              <span>{formatNumber(mark)}</span>
            </div>
          ))}
        </div>
        <div ref={bars} className={classes.columns}>
          {days.map(count => (
            <DayColumn
              key={count.day}
              list={list}
              {...count}
              most={most}
              isStop={count.day === stop}
              onReach={setReached}
              onPoint={setPointed}
            />
          ))}
        </div>
        <div className={classes.ticks} aria-hidden>
          {days.map(
            ({ day }, index) =>
              (days.length - 1 - index) % TICK_EVERY_DAYS === 0 && (
                <span
                  key={day}
                  style={{ '--at': `${(100 * (index + 0.5)) / days.length}%` } as CSSProperties}
                >
                  {formatShortDay(day)}
                </span>
              ),
          )}
        </div>
      </div>
    </div>
  )
}

type DayColumnProps = DayCount & {
  list: FailedEventList
  /** The count that fills the whole height. */
  most: number
  /** Whether Tab reaches it. */
  isStop: boolean
  onReach: (day: CalendarDate) => void
  onPoint: (day: CalendarDate | null) => void
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

/** Says if nothing could be counted, because 0 would look like no failures. */
function formatTotal(list: FailedEventList, days: DayCount[]): string {
  const counts = days.flatMap(({ count }) => count ?? [])
  if (counts.length === 0) {
    return days.some(({ isWaiting }) => isWaiting) ? 'Not counted yet' : 'Number unknown'
  }
  const sum = counts.reduce((before, count) => before + count, 0)
  const total = `${formatNumber(sum)} ${listNoun(list, sum)}`
  if (counts.length < days.length) return `at least ${total}`
  const missing = days.reduce((count, day) => count + (day.missing ?? day.count ?? 0), 0)
  return missing === sum ? total : `${formatNumber(missing)} of ${total} still missing`
}

/** "Sat 21 Nov: 47 failed calls, 12 still missing" */
function dayLabel(list: FailedEventList, { day, isWaiting, ...counted }: DayCount): string {
  const label = formatWeekday(day)
  if (counted.count !== null || isWaiting) return formatBar(list, { label, ...counted })
  return `${label}: number of ${listNoun(list, 2)} unknown`
}

export type DayCount = {
  day: CalendarDate
  /** null if it isn't known, or not yet. Never treat it as 0. */
  count: number | null
  /** The number of those that are still missing; null if it isn't known. */
  missing: number | null
  isWaiting: boolean
}

export type DayCounts = ReturnType<typeof useCountsOfDays>

/**
 * The number of failures on each of the last 30 days. The newest day is requested first, so that the
 * page is useful immediately. A failed count delays no other count.
 *
 * @param enabled false until the newest days have been read, because another service would be slowed down by both
 */
export function useCountsOfDays({ enabled = true } = {}) {
  const last = useTimes().today()
  const days = recentDays(last)
  const first = firstDayCounted(last)
  const calls = useQuery(recoveredDaysQuery('call_events_fail', first, last))
  const aiEvents = useQuery(recoveredDaysQuery('transcription_events_fail', first, last))
  const counting = useQuery({ ...dayCountsQuery(days), enabled })
  const knownCount = useDayCounts()
  const isFetching = counting.isFetching || counting.isPending
  const countsOf = (list: FailedEventList, { data: recovered }: typeof calls) =>
    days
      .filter(one => one.list === list)
      .map(({ day }): DayCount => {
        const known = knownCount({ list, day })
        const count = known ?? null
        const isWaiting = isFetching && known === undefined
        if (count === null || recovered === undefined)
          return { day, count, missing: null, isWaiting }
        // A service may remove an event from its list after a replay has delivered it.
        const missing = Math.max(0, count - (recovered.get(day)?.count ?? 0))
        return { day, count, missing, isWaiting }
      })
  const known = days.filter(day => knownCount(day) !== undefined).length
  return {
    /** Newest day first. */
    byList: {
      call_events_fail: countsOf('call_events_fail', calls),
      transcription_events_fail: countsOf('transcription_events_fail', aiEvents),
    },
    /** The number of known counts, and the number of all counts. */
    known,
    of: days.length,
    isLoading: isFetching && known < days.length,
    /** Whether the number of recovered events is unknown so far. */
    isLoadingRecovered: calls.isPending || aiEvents.isPending,
    /** Why a loading count is late. */
    delay: isFetching ? counting.failureReason : null,
    /** Why some could not be read. */
    problem: counting.error ?? calls.error ?? aiEvents.error,
    onRetry: () => {
      for (const query of [counting, calls, aiEvents]) if (query.isError) void query.refetch()
    },
  }
}
