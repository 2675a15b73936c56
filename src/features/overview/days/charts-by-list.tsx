import { memo, useState } from 'react'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import stackedBar from '../../day-counts/stacked-bar.module.css'
import { ListLink } from '../card/list-link.tsx'
import { chartFrame, formatTotal } from './chart-frame.tsx'
import classes from './charts-by-list.module.css'
import { DayColumns } from './day-columns.tsx'
import type { DayCount, DayCounts } from './day-count.ts'
import { dayLabel } from './day-table.tsx'
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

/** @param days oldest first */
function DayChart({ list, days }: { list: FailedEventList; days: DayCount[] }) {
  const [pointed, setPointed] = useState<CalendarDate | null>(null)
  const first = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  const read = days.find(({ day }) => day === pointed)
  return chartFrame(list, days, {
    total: read ? (
      <span aria-hidden>{dayLabel(list, read)}</span>
    ) : (
      <ListLink list={list} range={{ from: first, to: last }}>
        {formatTotal(list, days)}
      </ListLink>
    ),
    columns: most => <DayColumns list={list} days={days} most={most} onPoint={setPointed} />,
  })
}
