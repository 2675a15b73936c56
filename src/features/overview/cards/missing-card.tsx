import { FailedEventList } from '../../../../contract/failed-event.ts'
import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { Figure } from '../card/figure.tsx'
import { OverviewCard } from '../card/overview-card.tsx'
import type { DayCount, DayCounts } from '../days/use-day-counts.ts'
import * as messages from './messages.ts'
import classes from './missing-card.module.css'

const DAYS = 7

/** The events that customers don't have yet, which people look for first. */
export function MissingCard({ counts, today }: { counts: DayCounts; today: CalendarDate }) {
  const range = { from: addDays(today, 1 - DAYS), to: today }
  return (
    <OverviewCard title={messages.missingTitle} about={messages.missingExplanation}>
      <div className={classes.figures}>
        {FailedEventList.options.map(list => {
          const days = counts.byList[list].slice(0, DAYS)
          const missing = sumOf(days, 'missing')
          const isWaiting = days.some(day => day.isWaiting) || counts.isLoadingRecovered
          // Show no number while it still grows, because it would look final.
          const count = isWaiting ? null : missing.sum
          return (
            <div key={list}>
              <Figure
                count={count}
                isAtLeast={!missing.isWhole}
                isWaiting={isWaiting}
                label={messages.missingFigure(list, count ?? 2)}
                list={list}
                state="missing"
                range={range}
              />
              <div className={classes.share}>
                <Share days={days} missing={count} />
              </div>
            </div>
          )
        })}
      </div>
    </OverviewCard>
  )
}

/** The share of recovered events, as a bar and as text. */
function Share({ days, missing }: { days: DayCount[]; missing: number | null }) {
  const { sum: failed, isWhole } = sumOf(days, 'count')
  if (missing === null || failed === null || !isWhole || failed === 0) return null
  const recovered = failed - missing
  return (
    <>
      <meter className={classes.bar} min={0} max={failed} value={recovered} aria-hidden />
      <p>
        {recovered === failed
          ? messages.allRecovered(failed)
          : messages.partRecovered(recovered, failed)}
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
