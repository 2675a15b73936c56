import { queryOptions } from '@tanstack/react-query'
import { type StandingOrder, StandingOrders } from '../../../../contract/standing-order.ts'
import { JUST_LOADED_MS, queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'

const WAITING_MS = 5_000

/** The account's standing orders; refetched while there are any, because trials and colleagues change them. */
export const standingOrdersQuery = queryOptions({
  queryKey: queryKeys.standingOrders,
  staleTime: JUST_LOADED_MS,
  queryFn: ({ signal }) => request(StandingOrders, '/gateway/orders', { signal }),
  refetchInterval: ({ state: { data } }) => (data?.results.length ? WAITING_MS : false),
})

/** Those that go on without a person. */
export function isActive({ state }: StandingOrder): boolean {
  return state === 'waiting' || state === 'sending' || state === 'reading'
}
