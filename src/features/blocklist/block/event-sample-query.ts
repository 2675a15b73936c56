import { queryOptions } from '@tanstack/react-query'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { MAX_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import { FIRST_PAGE, pageQuery } from '../../../../contract/pages/page-place.ts'
import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { requestedDates } from '../../event/list/list-search.ts'
import { requestEvents } from '../../service-fields/request-events.ts'

const DAYS = 7

/** The newest failed calls of the last days, for somebody who has listed none before the form. */
export function eventSampleQuery(today: CalendarDate) {
  const list: FailedEventList = 'call_events_fail'
  const days = requestedDates({ from: addDays(today, 1 - DAYS), to: today })
  return queryOptions({
    queryKey: queryKeys.eventSample(list),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ client, signal }) => {
      const query = pageQuery(FIRST_PAGE, { ...days, page_size: String(MAX_PAGE_SIZE) })
      const asked = { list, ...days, place: FIRST_PAGE, size: MAX_PAGE_SIZE }
      const path = `/v1/${list}/?${query}`
      const options = { signal, urgency: 'background' as const }
      const { answer } = await requestEvents(client, asked, path, options)
      return { results: answer.results }
    },
  })
}
