import { useQuery } from '@tanstack/react-query'
import { type ReceiverSetting, trackingNumberKey } from '../../../../contract/receiver.ts'
import { receiversQuery } from './receivers-query.ts'

/** The URLs that are set in Settings, by the key of their tracking number. */
export type ReceiversOfNumbers = ReadonlyMap<string, string>

export const NONE_SET: ReceiversOfNumbers = new Map()

/** Where the events of tracking numbers go that name no receiver; none until that is known. */
export function useReceiversOfNumbers(): ReceiversOfNumbers {
  return useQuery({ ...receiversQuery, select: receiversOfNumbers }).data ?? NONE_SET
}

/** The receiver of an event that names none itself; null where none is set for its number. */
export function setReceiverOf(
  receivers: ReceiversOfNumbers,
  trackingNumber: string | null | undefined,
): string | null {
  if (!trackingNumber) return null
  return receivers.get(trackingNumberKey(trackingNumber)) ?? null
}

function receiversOfNumbers(settings: ReceiverSetting[]): ReceiversOfNumbers {
  if (settings.length === 0) return NONE_SET
  return new Map(settings.map(({ tracking_number, url }) => [tracking_number, url]))
}
