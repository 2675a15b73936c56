import { z } from 'zod'
import { FailedEvent } from '../contract/failed-event.ts'
import { type EventFields, readEvent } from '../contract/fields/read-event.ts'
import { dayOf } from '../contract/time/calendar-date.ts'
import { LooseTimestamp } from '../contract/time/loose-timestamp.ts'
import type { Probing } from './probing.ts'

/** An item of a failed-event list, as the dashboard reads it. */
export type FailedItem = {
  event: FailedEvent
  /** How the payload came: as JSON in request_json, as a text, as null, or as the whole item. */
  form: 'json' | 'text' | 'none' | 'payload itself'
  /** When it failed, otherwise when its call ended; null if neither is known. */
  stamp: string | null
}

const Envelope = z.object({ request_json: z.unknown() })
const Call = z.object({ call_end_stamp: LooseTimestamp })

/** @param fields of a service with its own names; null for those of the interface */
export function failedItems(items: unknown[], fields: EventFields | null = null): FailedItem[] {
  return items.map(item => {
    const event = fields === null ? FailedEvent.parse(item) : readEvent(item, fields)
    const ended = Call.safeParse(event.call).data?.call_end_stamp
    return { event, form: formOf(item), stamp: event.failed_at ?? ended ?? null }
  })
}

function formOf(item: unknown): FailedItem['form'] {
  const request = Envelope.safeParse(item).data?.request_json
  if (request === undefined) return 'payload itself'
  if (request === null) return 'none'
  return typeof request === 'string' ? 'text' : 'json'
}

/** The newest day of the range that contains one of these; null if there is none. */
export function newestDay(
  items: FailedItem[],
  { timeZone, range }: Pick<Probing, 'timeZone' | 'range'>,
): string | null {
  const days = items.flatMap(({ stamp }) =>
    stamp === null ? [] : [dayOf(new Date(stamp), timeZone)],
  )
  const asked = days.filter(day => day >= range.from_date && day < range.to_date)
  return asked.toSorted().at(-1) ?? null
}
