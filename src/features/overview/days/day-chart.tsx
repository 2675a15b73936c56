import { type CSSProperties, useState } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatShortDay } from '../../../format/days.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { ListLink } from '../card/list-link.tsx'
import { chartScale } from './chart-scale.ts'
import classes from './day-chart.module.css'
import { DayColumns } from './day-columns.tsx'
import { dayLabel } from './day-table.tsx'
import * as messages from './messages.ts'
import type { DayCount } from './use-day-counts.ts'

const TICK_EVERY_DAYS = 7

/** @param days oldest first */
export function DayChart({ list, days }: { list: FailedEventList; days: DayCount[] }) {
  const [pointed, setPointed] = useState<CalendarDate | null>(null)
  const known = days.flatMap(({ count }) => count ?? [])
  const scale = chartScale(Math.max(0, ...known))
  const [, , most] = scale
  const first = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  const read = days.find(({ day }) => day === pointed)
  const ticks = days.flatMap(({ day }, index) =>
    (days.length - 1 - index) % TICK_EVERY_DAYS === 0
      ? { day, at: `${(100 * (index + 0.5)) / days.length}%` }
      : [],
  )

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
      <div className={classes.plot} role="group" aria-label={messages.chartOf(list)}>
        <div className={classes.scale} aria-hidden>
          {scale.map(mark => (
            <div key={mark} className={classes.mark}>
              <span>{formatNumber(mark)}</span>
            </div>
          ))}
        </div>
        <DayColumns list={list} days={days} most={most} onPoint={setPointed} />
        <div className={classes.ticks} aria-hidden>
          {ticks.map(({ day, at }) => (
            <span key={day} style={{ '--at': at } as CSSProperties}>
              {formatShortDay(day)}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
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
