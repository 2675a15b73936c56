import { memo } from 'react'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatWeekday } from '../../../format/days.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { LIST_LABELS, listNoun } from '../../event/list/list-labels.ts'
import { ListLink } from '../../event/list/list-link.tsx'
import { unknownCount } from '../card/figure.tsx'
import type { DayCount, DayCounts } from './day-count.ts'
import classes from './day-table.module.css'

export const DayTable = memo(function DayTable({ counts: { byList } }: { counts: DayCounts }) {
  return (
    <table className={classes.table} aria-label="Failures by day">
      <thead>
        <tr>
          <th scope="col">Day</th>
          {FailedEventList.options.map(list => (
            <th key={list} scope="col">
              {LIST_LABELS[list].title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {byList.call_events_fail.map(({ day }, index) => (
          <tr key={day}>
            <th scope="row">{formatWeekday(day)}</th>
            {FailedEventList.options.map(list => (
              <td key={list}>
                <DayLink list={list} count={byList[list][index]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
})

function DayLink({ list, count }: { list: FailedEventList; count: DayCount | undefined }) {
  if (count === undefined) return null
  const { day } = count
  return (
    <>
      <ListLink list={list} range={{ from: day, to: day }} aria-label={dayLabel(list, count)}>
        {count.count === null ? (count.isWaiting ? '…' : unknownCount) : formatNumber(count.count)}
      </ListLink>
      {hasRecovered(count) && <span className={classes.missing}>{formatMissing(count)}</span>}
    </>
  )
}

/** "Sat 21 Nov: 47 failed calls, 12 still missing" */
export function dayLabel(list: FailedEventList, counted: DayCount): string {
  const { day, count, isWaiting } = counted
  if (count !== null) {
    const failures = `${formatWeekday(day)}: ${formatNumber(count)} ${listNoun(list, count)}`
    return hasRecovered(counted) ? `${failures}, ${formatMissing(counted)}` : failures
  }
  return isWaiting
    ? `${formatWeekday(day)}: ${listNoun(list, 2)} not counted yet`
    : `${formatWeekday(day)}: number of ${listNoun(list, 2)} unknown`
}

function formatMissing({ missing }: { missing: number }): string {
  return `${formatNumber(missing)} still missing`
}

function hasRecovered(day: DayCount): day is DayCount & { missing: number } {
  return day.missing !== null && day.count !== null && day.missing < day.count
}
