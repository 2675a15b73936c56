import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../database/schema.ts'
import { webhookHeaders } from './webhook-headers.ts'

/** An event of one of the two lists, as whoever replays it knows it. */
export type ReplayedEvent = { id: string; payload: string }

const EventId = z.string().regex(/^\d{1,15}$/)
const Payload = z.object({ tracking_number: z.string() })

/**
 * The headers that a replay of our own service's event carries: the id of its first delivery, and
 * a signature of now with the tracking number's secret.
 *
 * @returns null when the event isn't one of ours or its tracking number isn't there any more
 */
export async function replayHeaders(
  db: Kysely<Schema>,
  event: ReplayedEvent,
  at: Date,
): Promise<Record<string, string> | null> {
  const id = EventId.safeParse(event.id)
  const payload = Payload.safeParse(JSON.parse(event.payload))
  if (!id.success || !payload.success) return null
  const secrets = await db
    .selectFrom('failed_event')
    .innerJoin('tracking_number', 'tracking_number.partner_id', 'failed_event.partner_id')
    .select(['secret', 'previous_secret', 'previous_secret_until'])
    .where('failed_event.id', '=', Number(id.data))
    .where('phone_number', '=', payload.data.tracking_number)
    .executeTakeFirst()
  return secrets ? webhookHeaders(Number(id.data), event.payload, secrets, at) : null
}
