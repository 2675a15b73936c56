import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../database/schema.ts'
import { type SigningSecrets, webhookHeaders } from './webhook-headers.ts'

/** A failed event of one of the two lists, as the gateway identifies it. */
export type ReplayedEvent = { id: string; payload: string }

const EventId = z.string().regex(/^\d{1,15}$/)
const Payload = z.object({ tracking_number: z.string() })

/**
 * Undefined if it isn't JSON: one such payload must not stop the others that were claimed with it.
 */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The headers for replays of our own service's events: the id of the first delivery, and a signature
 * of the current time with the tracking number's secret. Reads the secrets for all of `events`.
 *
 * @returns a function of one of the events: null if it isn't one of ours, or its tracking number no
 *   longer exists
 */
export async function replayHeaders(
  db: Kysely<Schema>,
  events: ReplayedEvent[],
): Promise<(event: ReplayedEvent, at: Date) => Record<string, string> | null> {
  const known = events.flatMap(event => {
    const id = EventId.safeParse(event.id)
    const payload = Payload.safeParse(jsonOf(event.payload))
    return id.success && payload.success ? [{ id: id.data, ...payload.data }] : []
  })
  if (known.length === 0) return () => null
  const { rows } = await sql<SigningSecrets & { id: number }>`
    select event.id, number.secret, number.previous_secret, number.previous_secret_until
    from unnest(
      ${known.map(({ id }) => id)}::bigint[],
      ${known.map(({ tracking_number }) => tracking_number)}::text[]
    ) as event (id, phone_number)
    join failed_event failed on failed.id = event.id
    -- A condition with "or" would compare each event with each number of its partner.
    join (
      select *, phone_number as known_as from tracking_number
      union all select *, former_number from tracking_number where former_number is not null
    ) number on number.known_as = event.phone_number and number.partner_id = failed.partner_id
    -- If a number was removed and made again, its own secret comes last and is used.
    order by number.removed_at nulls last
  `.execute(db)
  const secrets = new Map(rows.map(row => [String(row.id), row]))
  return (event, at) => {
    const found = secrets.get(event.id)
    return found ? webhookHeaders(found.id, event.payload, found, at) : null
  }
}
