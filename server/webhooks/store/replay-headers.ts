import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { jsonInside } from '../../../contract/text/json-inside.ts'
import type { Schema } from '../../database/schema.ts'

export type SigningSecrets = {
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
}

/**
 * The headers of Standard Webhooks. During a rotation both secrets sign, so that a receiver can
 * switch over in that time.
 *
 * @param id is the event's through all retries and replays
 */
export function webhookHeaders(
  id: number,
  payload: string,
  secrets: SigningSecrets,
  at: Date,
): Record<string, string> {
  const { secret, previous_secret, previous_secret_until } = secrets
  const signing = [secret]
  if (previous_secret !== null && previous_secret_until !== null && at < previous_secret_until) {
    signing.push(previous_secret)
  }
  const timestamp = Math.floor(at.getTime() / 1_000)
  const content = `${id}.${timestamp}.${payload}`
  return {
    'webhook-id': String(id),
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signing.map(secret => signature(secret, content)).join(' '),
  }
}

/** Node's own HMAC, which takes half as long as the JavaScript one in the receivers' library. */
function signature(secret: string, content: string): string {
  return `v1,${createHmac('sha256', keys.memo(secret)).update(content).digest('base64')}`
}

const SECRET_PREFIX = 'whsec_'

/** As objects, and cached: from bytes, the HMAC itself would take five times as long. */
const keys = new LRUCache<string, KeyObject>({
  max: 20_000,
  memoMethod: secret => createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64'),
})

/** A failed event of one of the two lists, as the gateway identifies it. */
export type ReplayedEvent = { id: string; payload: string }

const EventId = z.string().regex(/^\d{1,15}$/)
const Payload = z.object({ tracking_number: z.string() })

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
  const identified = events.flatMap(event => {
    const id = EventId.safeParse(event.id)
    // One that isn't JSON must not stop the others that were claimed with it.
    const payload = Payload.safeParse(jsonInside(event.payload))
    return id.success && payload.success ? [{ id: id.data, ...payload.data }] : []
  })
  if (identified.length === 0) return () => null
  const { rows } = await sql<SigningSecrets & { id: number }>`
    select event.id, number.secret, number.previous_secret, number.previous_secret_until
    from unnest(
      ${identified.map(({ id }) => id)}::bigint[],
      ${identified.map(({ tracking_number }) => tracking_number)}::text[]
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
    const signing = secrets.get(event.id)
    return signing ? webhookHeaders(signing.id, event.payload, signing, at) : null
  }
}
