import type { CSSProperties } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { formatNumber } from '../../../contract/text/count.ts'
import { listNoun } from '../event/list/list-labels.ts'
import classes from './stacked-bar.module.css'

type StackedBarProps = {
  /** The number of failures; null if it isn't known, which draws nothing. */
  count: number | null
  /** The number of those that are still missing; null if it isn't known. */
  missing: number | null
  /** The count that fills the whole height. */
  most: number
}

/**
 * The failures of a time: recovered events are on top of those that are still missing. Both have one
 * colour if the number of recovered events is unknown.
 */
export function StackedBar({ count, missing, most }: StackedBarProps) {
  const failed = count ?? 0
  const part = (name: 'recovered' | 'missing' | 'unknown', events: number) =>
    events > 0 && (
      <span
        className={classes.part}
        data-part={name}
        style={{ '--share': `${(100 * events) / most}%` } as CSSProperties}
      />
    )
  if (missing === null) return part('unknown', failed)
  return (
    <>
      {part('recovered', failed - missing)}
      {part('missing', missing)}
    </>
  )
}

type Bar = Pick<StackedBarProps, 'count' | 'missing'> & { label: string }

/** "Sat 21 Nov: 47 failed calls, 12 still missing" */
export function formatBar(list: FailedEventList, { label, count, missing }: Bar): string {
  if (count === null) return `${label}: not counted yet`
  const failed = `${label}: ${formatNumber(count)} ${listNoun(list, count)}`
  return missing === null || missing === count
    ? failed
    : `${failed}, ${formatNumber(missing)} still missing`
}

/** Which of `bars` bars in a row a key leads to from the one at `index`; null for any other key. */
export function barAfterKey(key: string, index: number, bars: number): number | null {
  const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: bars - 1 }[key]
  return to !== undefined && to >= 0 && to < bars ? to : null
}
