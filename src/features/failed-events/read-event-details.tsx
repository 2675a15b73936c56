import { useQuery } from '@tanstack/react-query'
import { addDays } from '../../../contract/calendar-date.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { EventDetails } from './event-details.tsx'
import type { EventRow } from './event-row.ts'
import { placeOn } from './event-steps.ts'
import { eventText, writtenText } from './event-text.ts'
import { failedEventsQuery } from './failed-events-query.ts'

type ReadEventDetailsProps = { list: FailedEventList; row: EventRow }

/** An event of which the service's own text is not at hand: its page is read for it once more. */
export function ReadEventDetails({ list, row }: ReadEventDetailsProps) {
  const { from_date, to_date, page, page_size } = row.target
  const { data, isPending } = useQuery(
    failedEventsQuery(list, { from: from_date, to: addDays(to_date, -1), page, size: page_size }),
  )
  if (isPending) return <LoadingRows label="Loading what was sent…" />
  const index = data ? placeOn(data, row.key) : -1
  const text = data && index >= 0 ? eventText(data.text, index) : writtenText(row.event)
  return <EventDetails list={list} row={row} text={text} />
}
