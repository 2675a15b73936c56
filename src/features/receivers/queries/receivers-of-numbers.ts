import { useQuery } from '@tanstack/react-query'
import type { ShownCall } from '../../../../contract/event-page.ts'
import { type ReceiverSetting, trackingNumberKeys } from '../../../../contract/receiver.ts'
import { receiverSettingsQuery } from './receivers-query.ts'

/** The URLs in Settings, by the key of their tracking number. */
export type ReceiversOfNumbers = ReadonlyMap<string, string>

export const NONE_SET: ReceiversOfNumbers = new Map()

/** The receivers of tracking numbers for events that name none; empty until they are loaded. */
export function useReceiversOfNumbers(): ReceiversOfNumbers {
  return useQuery({ ...receiverSettingsQuery, select: receiversOfNumbers }).data ?? NONE_SET
}

/** The receiver of an event that names none; null if none is set for its number. */
export function setReceiverOf(
  receivers: ReceiversOfNumbers,
  trackingNumber: string | null | undefined,
): string | null {
  if (!trackingNumber) return null
  const key = trackingNumberKeys(trackingNumber).find(each => receivers.has(each))
  return (key && receivers.get(key)) ?? null
}

/** The setting of a tracking number in any of its forms. */
export function findSetting(
  settings: ReceiverSetting[] | undefined,
  trackingNumber: string,
): ReceiverSetting | undefined {
  return trackingNumberKeys(trackingNumber)
    .map(key => settings?.find(({ tracking_number }) => tracking_number === key))
    .find(setting => setting !== undefined)
}

/** The URL that a replay of an event goes to; null if none is known. */
export function receiverUrl(
  { callback_url }: { callback_url: string | null },
  { tracking_number }: Pick<ShownCall, 'tracking_number'>,
  receivers: ReceiversOfNumbers,
): string | null {
  return callback_url?.trim() ? callback_url : setReceiverOf(receivers, tracking_number)
}

/** @param settings of the account */
export function receiversOfNumbers(settings: ReceiverSetting[]): ReceiversOfNumbers {
  if (settings.length === 0) return NONE_SET
  return new Map(settings.map(({ tracking_number, url }) => [tracking_number, url]))
}
