import { z } from 'zod'
import { dayOf } from '../contract/calendar-date.ts'
import { FailedEvent } from '../contract/failed-event.ts'
import { Stamp } from '../contract/stamp.ts'

/** An item of a failed-event list, as the dashboard reads it. */
export type FailedItem = {
  event: FailedEvent
  /** `request_json` inside of something, or the payload itself. */
  isPayloadItself: boolean
  /** When it failed, or else when its call ended; null where neither is told. */
  stamp: string | null
}

const Envelope = z.object({ request_json: z.unknown() })
const Call = z.object({ call_end_stamp: Stamp })

export function failedItems(items: unknown[]): FailedItem[] {
  return items.map(item => {
    const event = FailedEvent.parse(item)
    const isPayloadItself = Envelope.safeParse(item).data?.request_json === undefined
    const ended = Call.safeParse(event.payload).data?.call_end_stamp
    return { event, isPayloadItself, stamp: event.failed_at ?? ended ?? null }
  })
}

/** The day that the newest of these falls on; null where none tells. */
export function newestDay(items: FailedItem[], timeZone: string): string | null {
  const days = items.flatMap(({ stamp }) =>
    stamp === null ? [] : [dayOf(new Date(stamp), timeZone)],
  )
  return days.toSorted().at(-1) ?? null
}
