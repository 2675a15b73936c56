import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { listNoun } from '../../event/list/list-labels.ts'
import { Figure } from '../card/figure.tsx'
import type { DayCount, DayCounts } from '../days/day-count.ts'
import * as messages from './messages.ts'
import classes from './missing-card.module.css'

const DAYS = 7

type MissingFigureProps = { list: FailedEventList; counts: DayCounts; today: CalendarDate }

/** The events of a list that customers don't have yet, and how many have recovered, as a bar and as text. */
export function MissingFigure({ list, counts, today }: MissingFigureProps) {
  const days = counts.byList[list].slice(0, DAYS)
  const missing = sumOf(days, 'missing')
  const isWaiting = days.some(day => day.isWaiting) || counts.isLoadingRecovered
  // Show no number while it still grows, because it would look final.
  const count = isWaiting ? null : missing.sum
  return (
    <div>
      <Figure
        count={count}
        isWaiting={isWaiting}
        isAtLeast={!missing.isWhole}
        label={`${listNoun(list, count ?? 2)} still missing`}
        list={list}
        state="missing"
        range={{ from: addDays(today, 1 - DAYS), to: today }}
      />
      <div className={classes.share}>{share(days, count)}</div>
    </div>
  )
}

function share(days: DayCount[], missing: number | null) {
  const { sum: failed, isWhole } = sumOf(days, 'count')
  if (missing === null || failed === null || !isWhole || failed === 0) return null
  const recovered = failed - missing
  return (
    <>
      <meter className={classes.bar} min={0} max={failed} value={recovered} aria-hidden />
      <p>
        {recovered === failed
          ? messages.allRecovered(failed)
          : `${formatNumber(recovered)} of ${formatNumber(failed)} recovered`}
      </p>
    </>
  )
}

/** @returns a sum of null if no day is known */
function sumOf(days: DayCount[], what: 'count' | 'missing') {
  const known = days.flatMap(day => day[what] ?? [])
  const sum = known.length === 0 ? null : known.reduce((total, count) => total + count, 0)
  return { sum, isWhole: known.length === days.length }
}
