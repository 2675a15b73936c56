import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { FailedEventList } from '../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import { useTimes } from '../../format/times.ts'
import { dayCountQuery } from '../day-counts/day-count-query.ts'
import { useWorstReceivers } from '../overview/cards/use-worst-receivers.ts'
import { worstReceiversQuery } from '../overview/cards/worst-receivers-query.ts'

/** The maximum number of events of each list that this page loads: at most five requests. */
const FEW = 500

/** The receivers of today's events that are still missing. */
export function useMissingToday() {
  const times = useTimes()
  const today = times.today()
  const amount = useAmount(today, times.timeZone)
  const query = useQuery({ ...worstReceiversQuery(today), enabled: amount === 'few' })
  const { receivers, areStatesKnown } = useWorstReceivers(today, { enabled: false })
  return {
    receivers,
    /** The state of the counted events; undefined if recovered ones may be among them. */
    state: areStatesKnown ? ('missing' as const) : undefined,
    /** More events failed today than this page loads. */
    areTooMany: amount === 'many',
    query,
  }
}

/** How many events failed today. If Overview has loaded them, any number counts as few. */
function useAmount(today: CalendarDate, timeZone: string): 'unknown' | 'few' | 'many' {
  const { queryKey } = worstReceiversQuery(today)
  const isLoaded = useQueryClient().getQueryData(queryKey) !== undefined
  const counts = useQueries({
    queries: isLoaded
      ? []
      : FailedEventList.options.map(list => dayCountQuery(list, today, timeZone)),
  })
  if (isLoaded) return 'few'
  if (counts.some(({ data }) => data != null && data > FEW)) return 'many'
  return counts.every(({ data }) => data != null) ? 'few' : 'unknown'
}
