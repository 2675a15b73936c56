import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  KnownReceivers,
  MAX_RECEIVERS_ASKED_ABOUT,
  type ReceiverHealth,
  ReceiverHealths,
  ReceiverOutcomes,
  ReceiverSetting,
  ReceiverSettings,
  ReceiverTestResult,
} from '../../../../contract/receiver.ts'
import { JUST_LOADED_MS, queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'

export const receiversQuery = queryOptions({
  queryKey: queryKeys.receivers,
  queryFn: async ({ signal }) => {
    const { results } = await request(ReceiverSettings, '/gateway/receivers', { signal })
    return results
  },
})

const RELOAD_EVERY_MS = 30_000

/** All receivers of the account; receivers that are down come first. */
export const knownReceiversQuery = queryOptions({
  queryKey: queryKeys.knownReceivers,
  staleTime: JUST_LOADED_MS,
  refetchInterval: RELOAD_EVERY_MS,
  queryFn: async ({ signal }) => {
    const { results } = await request(KnownReceivers, '/gateway/receivers/all', { signal })
    return results
  },
})

export function receiverOutcomesQuery(receiver: string) {
  const query = new URLSearchParams({ receiver })
  return queryOptions({
    queryKey: ['receiver-outcomes', receiver],
    staleTime: 0,
    queryFn: ({ signal }) =>
      request(ReceiverOutcomes, `/gateway/receivers/outcomes?${query}`, { signal }),
  })
}

/** @throws ApiError of kind `invalid` with the problem under `url` if it can't be a receiver's URL */
export function setReceiver(trackingNumber: string, url: string): Promise<ReceiverSetting> {
  return request(ReceiverSetting, pathOf(trackingNumber), { method: 'PUT', body: { url } })
}

/** A missing one counts as removed. */
export async function removeReceiver(trackingNumber: string): Promise<void> {
  await request(z.unknown(), pathOf(trackingNumber), { method: 'DELETE', expect: [204, 404] })
}

export function testReceiver(url: string): Promise<ReceiverTestResult> {
  return request(ReceiverTestResult, '/gateway/receiver-probes', { method: 'POST', body: { url } })
}

function pathOf(trackingNumber: string): string {
  return `/gateway/receivers/${encodeURIComponent(trackingNumber)}`
}

/** Allows replays to these hosts, which Redial found in a field of a foreign service. */
export async function confirmReceivers(receivers: string[], signal?: AbortSignal): Promise<void> {
  await request(z.unknown(), '/gateway/receivers/confirmed', {
    method: 'POST',
    body: { receivers },
    signal,
    expect: [204],
  })
}

/**
 * The health of these receivers, by their names. If there are more than one request can contain, only
 * the first ones are requested.
 *
 * @param asOf the query runs again when this changes, such as the state of a run
 */
export function receiversHealthQuery(names: string[], asOf = '') {
  const asked = [...new Set(names)].slice(0, MAX_RECEIVERS_ASKED_ABOUT).toSorted()
  return queryOptions({
    queryKey: ['receivers-health', asked, asOf],
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
