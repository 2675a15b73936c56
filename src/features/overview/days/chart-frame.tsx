import type { CSSProperties, ReactNode } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { formatShortDay } from '../../../../contract/time/day-text.ts'
import { LIST_LABELS, listNoun } from '../../event/list/list-labels.ts'
import classes from './day-chart.module.css'
import type { DayCount } from './day-count.ts'

const SMALLEST_STEP = 2

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

const TICK_EVERY_DAYS = 7

type ChartFrameProps = {
  list: FailedEventList
  /** Oldest first. */
  days: DayCount[]
  /** What is next to the title, such as `formatTotal`. */
  total: ReactNode
  /** The bars. `most` is the count that fills the whole height. */
  columns: (most: number) => ReactNode
}

export function ChartFrame({ list, days, total, columns }: ChartFrameProps) {
  const known = days.flatMap(({ count }) => count ?? [])
  const scale = chartScale(Math.max(0, ...known))
  const [, , most] = scale
  const ticks = days.flatMap(({ day }, index) =>
    (days.length - 1 - index) % TICK_EVERY_DAYS === 0
      ? { day, at: `${(100 * (index + 0.5)) / days.length}%` }
      : [],
  )
  return (
    <div className={classes.chart}>
      <div className={classes.header}>
        <h3>{LIST_LABELS[list].title}</h3>
        <p>{total}</p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div
        className={classes.plot}
        role="group"
        aria-label={`${LIST_LABELS[list].title} by day. Use the arrow keys to go from day to day.`}
      >
        <div className={classes.scale} aria-hidden>
          {scale.map(mark => (
            <div key={mark} className={classes.mark}>
              <span>{formatNumber(mark)}</span>
            </div>
          ))}
        </div>
        {columns(most)}
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
export function formatTotal(list: FailedEventList, days: DayCount[]): string {
  const known = days.flatMap(({ count }) => count ?? [])
  if (known.length === 0) {
    return days.some(({ isWaiting }) => isWaiting) ? 'Not counted yet' : 'Number unknown'
  }
  const sum = known.reduce((before, count) => before + count, 0)
  const total = `${formatNumber(sum)} ${listNoun(list, sum)}`
  if (known.length < days.length) return `at least ${total}`
  const missing = days.reduce((count, day) => count + (day.missing ?? day.count ?? 0), 0)
  return missing === sum ? total : `${formatNumber(missing)} of ${total} still missing`
}

/** The round marks of a scale from 0 to at least `most`: 0, 30 and 60 for 53. */
export function chartScale(most: number): [number, number, number] {
  const step = roundStep(Math.max(SMALLEST_STEP, most / 2))
  return [0, step, 2 * step]
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const steps = ROUND.map(factor => factor * power).filter(Number.isInteger)
  return steps.find(step => step >= least) ?? 10 * power
}
