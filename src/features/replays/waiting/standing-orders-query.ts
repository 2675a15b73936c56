import { queryOptions, useQuery } from '@tanstack/react-query'
import { type StandingOrder, StandingOrders } from '../../../../contract/standing-order.ts'
import { JUST_LOADED_MS, queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'

const WAITING_MS = 5_000

/** The account's standing orders and paused receivers; refetched while there are any, because trials and colleagues change them. */
export const standingOrdersQuery = queryOptions({
  queryKey: queryKeys.standingOrders,
  staleTime: JUST_LOADED_MS,
  queryFn: ({ signal }) => request(StandingOrders, '/gateway/orders', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.results.length || data?.paused.length ? WAITING_MS : false,
})

/** The orders whose events wait. Without events, an order looks for what has failed since, or has a problem. */
export function useWaitingOrders(): StandingOrder[] {
  const { data } = useQuery(standingOrdersQuery)
  return data?.results.filter(({ events }) => events > 0) ?? []
}

/** How many receivers wait to recover, in whichever replays. */
export function useWaitingReceivers(): number {
  const trying = useWaitingOrders().filter(isTrying)
  return new Set(trying.map(({ receiver }) => receiver)).size
}

/** The orders that try one event now and then, also while one is being tried. */
export function isTrying({ state, last_trial }: StandingOrder): boolean {
  return state === 'waiting' || (state === 'sending' && last_trial?.failure !== null)
}

/** The orders that continue without a person. */
export function isActive({ state }: StandingOrder): boolean {
  return state === 'waiting' || state === 'sending' || state === 'reading'
}
