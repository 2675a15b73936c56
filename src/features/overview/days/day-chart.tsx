import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useState } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatShortDay } from '../../../format/days.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { ListLink } from '../card/list-link.tsx'
import { chartScale } from './chart-scale.ts'
import classes from './day-chart.module.css'
import * as messages from './day-chart-messages.ts'
import { DayColumns } from './day-columns.tsx'
import { dayLabel } from './day-table.tsx'
import type { DayCount } from './use-day-counts.ts'

const SERIES = [
  { name: 'missing', color: 'var(--accent)' },
  { name: 'unknown', color: 'var(--chart-unknown)' },
  { name: 'recovered', color: 'var(--chart-recovered)' },
  { name: 'waiting', color: 'var(--line)' },
]
/** The share of the scale that a pale bar fills. */
const WAITING_SHARE = 0.3
const TICK_EVERY_DAYS = 7

/** @param days oldest first */
export function DayChart({ list, days }: { list: FailedEventList; days: DayCount[] }) {
  const [pointed, setPointed] = useState<CalendarDate | null>(null)
  const known = days.flatMap(({ count }) => count ?? [])
  const scale = chartScale(Math.max(0, ...known))
  const first = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  const read = days.find(({ day }) => day === pointed)
  const ticks = days.filter((_, index) => (days.length - 1 - index) % TICK_EVERY_DAYS === 0)

  return (
    <div className={classes.chart}>
      <div className={classes.header}>
        <h3>{LIST_LABELS[list].title}</h3>
        <p>
          {read ? (
            <span aria-hidden>{dayLabel(list, read)}</span>
          ) : (
            <ListLink list={list} range={{ from: first, to: last }}>
              {formatTotal(list, days)}
            </ListLink>
          )}
        </p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div role="group" aria-label={messages.chartOf(list)}>
        <BarChart
          h={150}
          type="stacked"
          data={days.map(day => barsOf(day, WAITING_SHARE * Math.max(...scale)))}
          dataKey="day"
          series={SERIES}
          classNames={{ bar: classes.bar }}
          withTooltip={false}
          accessibilityLayer={false}
          tickLine="none"
          strokeDasharray="0"
          gridColor="var(--line)"
          textColor="var(--ink-dimmed)"
          barProps={{ radius: [3, 3, 0, 0] }}
          barChartProps={{
            margin: { top: 6, right: 2, bottom: 0, left: 0 },
            barCategoryGap: '18%',
          }}
          xAxisProps={{
            ticks: ticks.map(({ day }) => day),
            tickFormatter: formatShortDay,
            interval: 'preserveEnd',
          }}
          yAxisProps={{
            width: 40,
            ticks: scale,
            domain: [0, Math.max(...scale)],
            tickFormatter: formatNumber,
          }}
        >
          <DayColumns list={list} days={days} onPoint={setPointed} />
        </BarChart>
      </div>
    </div>
  )
}

/**
 * The two parts of a day's bar, or one if the number of recovered events is unknown. An uncounted day has a pale bar, because no bar would look like a day without failures.
 */
function barsOf({ day, count, missing, isWaiting }: DayCount, pale: number) {
  const failed = count ?? 0
  return {
    day,
    missing: missing ?? 0,
    recovered: missing === null ? 0 : failed - missing,
    unknown: missing === null ? failed : 0,
    waiting: isWaiting && count === null ? pale : 0,
  }
}

/** Says if nothing could be counted, because 0 would look like no failures. */
function formatTotal(list: FailedEventList, days: DayCount[]): string {
  const known = days.flatMap(({ count }) => count ?? [])
  if (known.length === 0) {
    return days.some(({ isWaiting }) => isWaiting) ? messages.notCountedYet : messages.unknown
  }
  const sum = known.reduce((total, count) => total + count, 0)
  if (known.length < days.length) return messages.atLeast(list, sum)
  const missing = days.reduce((total, day) => total + (day.missing ?? day.count ?? 0), 0)
  return missing === sum ? messages.total(list, sum) : messages.missingOfTotal(list, missing, sum)
}
