import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for what a retired replay run keeps in place of a payload. Whether another event has the same
 * payload is still known by it. No payload looks like this, because payloads are JSON.
 */
export function payloadDigest(payload: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`'sha256:' || encode(sha256(convert_to(${payload}, 'UTF8')), 'hex')`
}
