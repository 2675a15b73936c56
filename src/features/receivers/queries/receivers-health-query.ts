import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import {
  MAX_RECEIVERS_ASKED_ABOUT,
  type ReceiverHealth,
  ReceiverHealths,
} from '../../../../contract/receiver.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'

/**
 * The health of these receivers, by their names. If there are more than one request can contain, only
 * the first ones are requested.
 *
 * @param asOf the query runs again when this changes, such as the state of a run
 */
export function receiversHealthQuery(names: string[], asOf = '') {
  const asked = [...new Set(names)].slice(0, MAX_RECEIVERS_ASKED_ABOUT).toSorted()
  return queryOptions({
    queryKey: queryKeys.receiverHealths(asked, asOf),
    staleTime: 0,
    enabled: asked.length > 0,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams(asked.map(name => ['receiver', name]))
      const path = `/gateway/receivers/health?${query}`
      return (await request(ReceiverHealths, path, { signal })).results
    },
    select: byName,
  })
}

/** The same for a page, which keeps what it shows while others load. */
export function useReceiversHealth(
  names: string[],
  asOf = '',
): ReadonlyMap<string, ReceiverHealth> {
  const query = receiversHealthQuery(names, asOf)
  return useQuery({ ...query, placeholderData: keepPreviousData }).data ?? NOTHING_KNOWN
}

const NOTHING_KNOWN: ReadonlyMap<string, ReceiverHealth> = new Map()

function byName(healths: ReceiverHealth[]): ReadonlyMap<string, ReceiverHealth> {
  return new Map(healths.map(health => [health.receiver, health]))
}
