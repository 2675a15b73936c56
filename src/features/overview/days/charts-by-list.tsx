import { memo } from 'react'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import stackedBar from '../../day-counts/stacked-bar.module.css'
import classes from './charts-by-list.module.css'
import { DayChart } from './day-chart.tsx'
import type { DayCounts } from './day-count.ts'
import * as messages from './messages.ts'

/**
 * A chart for each list, one below the other. Each has its own scale, because there are many more calls
 * than AI events.
 */
export const ChartsByList = memo(function ChartsByList({
  counts: { byList, isLoadingRecovered },
}: {
  counts: DayCounts
}) {
  const isUnknown = Object.values(byList)
    .flat()
    .some(({ count, missing }) => count !== null && missing === null)
  return (
    <>
      <ul className={`${classes.legend} ${stackedBar.legend}`} aria-label={messages.legend}>
        <li data-part="missing">{messages.missing}</li>
        <li data-part="recovered">{messages.recovered}</li>
        {isUnknown && !isLoadingRecovered && (
          <li data-part="unknown">{messages.recoveryUnknown}</li>
        )}
      </ul>
      {FailedEventList.options.map(list => (
        <DayChart key={list} list={list} days={byList[list].toReversed()} />
      ))}
    </>
  )
})
