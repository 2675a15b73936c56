import { type Kysely, sql } from 'kysely'
import { Gauge, Registry } from 'prom-client'
import type { Schema } from '../database/schema.ts'
import { within } from './within.ts'

const ANSWERS_WITHIN_MS = 2_000

/**
 * What waits in the database, the same from every process. While the database doesn't answer there
 * are no such metrics: an old number would look like a true one.
 */
export async function backlogMetrics(db: Kysely<Schema>): Promise<string> {
  const backlog = await within(ANSWERS_WITHIN_MS, readBacklog(db)).catch(() => null)
  if (backlog === null) return ''
  const registry = new Registry()
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers: [registry] }).set(value)
  gauge('redial_deliveries_waiting', 'Deliveries that wait for an attempt.', backlog.waiting)
  gauge(
    'redial_deliveries_overdue',
    'Waiting deliveries whose attempt is due or in flight.',
    backlog.overdue,
  )
  gauge(
    'redial_oldest_overdue_seconds',
    'How long the attempt that is overdue the longest has been so.',
    backlog.oldest_s,
  )
  return registry.metrics()
}

/** By the database's clock, which is one for all processes. */
function readBacklog(db: Kysely<Schema>) {
  return db
    .selectFrom('delivery')
    .select([
      sql<number>`count(*)`.as('waiting'),
      sql<number>`count(*) filter (where next_attempt_at < now())`.as('overdue'),
      sql<number>`greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at)), 0))::float8`.as(
        'oldest_s',
      ),
    ])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
}
