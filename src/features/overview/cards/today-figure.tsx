import type { ReactNode } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { listNoun } from '../../event/list/list-labels.ts'
import type { FigureProps } from '../card/figure-content.tsx'
import type { DayCounts } from '../days/day-count.ts'
import * as messages from './messages.ts'
import classes from './visit-card.module.css'

/** The failures of today, and how many of them are missing. It has no component, so the gateway can draw it (first-cards). */
export function todayFigure(
  list: FailedEventList,
  { byList }: Pick<DayCounts, 'byList'>,
  today: CalendarDate,
  figure: (props: FigureProps) => ReactNode,
) {
  const { count = null, missing = null, isWaiting = true } = byList[list][0] ?? {}
  const isKnown = count !== null && missing !== null && !isWaiting
  return (
    <div key={list} data-part-of-first={`today-${list}`}>
      {figure({
        ...{ count, isWaiting, list },
        label: `${listNoun(list, count ?? 0)} today`,
        range: { from: today, to: today },
      })}
      {/* The number above stays the same when replays deliver what failed. */}
      <p className={classes.missing}>
        {isKnown &&
          count > 0 &&
          (missing === 0 ? messages.allRecovered(count) : `${formatNumber(missing)} still missing`)}
      </p>
    </div>
  )
}
