import { useState } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { ListLink } from '../card/list-link.tsx'
import { chartFrame, formatTotal } from './chart-frame.tsx'
import { DayColumns } from './day-columns.tsx'
import type { DayCount } from './day-count.ts'
import { dayLabel } from './day-table.tsx'

/** @param days oldest first */
export function DayChart({ list, days }: { list: FailedEventList; days: DayCount[] }) {
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
