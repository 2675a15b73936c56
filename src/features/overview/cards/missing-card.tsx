import { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { Figure } from '../card/figure-content.tsx'
import { OverviewCard } from '../card/overview-card.tsx'
import type { DayCounts } from '../days/day-count.ts'
import classes from './missing-card.module.css'
import { missingFigure } from './missing-figure.tsx'

/** The events that customers don't have yet, which people look for first. */
export function MissingCard({ counts, today }: { counts: DayCounts; today: CalendarDate }) {
  return (
    <OverviewCard
      title="Still missing"
      about="Failed in the last 7 days and not recovered yet. Events that the service is still retrying are not listed."
    >
      <div className={classes.figures}>
        {FailedEventList.options.map(list =>
          missingFigure(list, counts, today, props => <Figure {...props} />),
        )}
      </div>
    </OverviewCard>
  )
}
