import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type MessageEvent, readerName } from '../../../../contract/message/message-event.ts'
import {
  type Receiver,
  ReceiverSetting,
  ReceiverSettings,
  Receivers,
  trackingNumberKeys,
} from '../../../../contract/receiver.ts'
import { JUST_LOADED_MS, queryKeys } from '../../../api/query-keys.ts'
import { request, sendChange } from '../../../api/request.ts'
import { useChange } from '../../../api/use-change.ts'
import type { EventRow } from '../../event/event-row.ts'

export const receiverSettingsQuery = queryOptions({
  queryKey: queryKeys.receiverSettings,
  queryFn: async ({ signal }) => {
    const { results } = await request(ReceiverSettings, '/gateway/receivers', { signal })
    return results
  },
})

/** The setting of a tracking number in any of its forms. */
export function findSetting(
  settings: ReceiverSetting[] | undefined,
  trackingNumber: string | null | undefined,
): ReceiverSetting | undefined {
  return trackingNumberKeys(trackingNumber ?? '')
    .map(key => settings?.find(({ tracking_number }) => tracking_number === key))
    .find(setting => setting !== undefined)
}

/** The URL that a replay of an event goes to; null if none is known. */
export function useReceiverUrl({ event, call }: Pick<EventRow, 'event' | 'call'>): string | null {
  const { data: settings } = useQuery(receiverSettingsQuery)
  if (event.callback_url?.trim()) return event.callback_url
  return findSetting(settings, call.tracking_number)?.url ?? null
}

const RELOAD_EVERY_MS = 30_000

/** All receivers of the account with their states; those that need a person come first. */
export const receiversQuery = queryOptions({
  queryKey: queryKeys.receivers,
  staleTime: JUST_LOADED_MS,
  refetchInterval: RELOAD_EVERY_MS,
  queryFn: async ({ signal }) => {
    const { results } = await request(Receivers, '/gateway/receivers/all', { signal })
    return results
  },
})

/** Fails with an ApiError of kind `invalid` with the problem under `url` if it can't be a receiver's URL. */
export function useSetReceiver() {
  return useChange(
    ({ tracking_number, url }: Pick<ReceiverSetting, 'tracking_number' | 'url'>) =>
      request(ReceiverSetting, pathOf(tracking_number), { method: 'PUT', body: { url } }),
    receiverSettingsQuery,
  )
}

/** A missing one counts as removed. */
export function useRemoveReceiver() {
  return useChange(
    ({ tracking_number }: ReceiverSetting) =>
      sendChange(pathOf(tracking_number), { method: 'DELETE', expect: [204, 404] }),
    receiverSettingsQuery,
  )
}

function pathOf(trackingNumber: string): string {
  return `/gateway/receivers/${encodeURIComponent(trackingNumber)}`
}

/**
 * The receivers of the account by their names; empty until they are loaded.
 *
 * @param asOf they are loaded again when this changes, such as the state of a run
 */
export function useReceivers(asOf = '', options: { enabled?: boolean } = {}) {
  return useReceiversQuery(asOf, options).data?.byName ?? NO_RECEIVERS
}

export const NO_RECEIVERS: ReadonlyMap<string, Receiver> = new Map()

/** The query of `useReceivers`. */
export function useReceiversQuery(asOf = '', { enabled = true }: { enabled?: boolean } = {}) {
  const query = useQuery({ ...receiversQuery, enabled, select: withNames })
  const { refetch, isFetching } = query
  const loadedAsOf = useRef(asOf)
  const noteRequest = useEffectEvent(() => {
    loadedAsOf.current = asOf
  })
  useEffect(() => {
    if (isFetching) noteRequest()
  }, [isFetching])
  useEffect(() => {
    // While a range is being read, `asOf` changes faster than they load.
    if (enabled && !isFetching && loadedAsOf.current !== asOf) void refetch()
  }, [asOf, enabled, isFetching, refetch])
  return query
}

function withNames(receivers: Receiver[]) {
  return { receivers, byName: new Map(receivers.map(receiver => [receiver.receiver, receiver])) }
}

/**
 * When a receiver last accepted an event, if it isn't failing and an event failed before.
 *
 * @param failedAt when that event failed; null if it isn't known
 */
export function acceptedSince(
  receiver: Receiver | undefined,
  failedAt: string | null,
): string | null {
  if (!receiver || receiver.state === 'failing' || failedAt === null) return null
  const { last_delivery } = receiver
  return last_delivery !== null && Date.parse(failedAt) < Date.parse(last_delivery)
    ? last_delivery
    : null
}

/** Notes which receivers have accepted an event since these events failed. */
export function withRecovery(
  events: MessageEvent[],
  receivers: ReadonlyMap<string, Receiver>,
): MessageEvent[] {
  return events.map(event => ({
    ...event,
    recoveredAt: acceptedSince(receivers.get(readerName(event, 'operator') ?? ''), event.at),
  }))
}
