import { type Kysely, sql } from 'kysely'
import { Gauge, Registry } from 'prom-client'
import type { Schema } from '../database/schema.ts'
import { within } from './readiness.ts'

const ANSWERS_WITHIN_MS = 2_000

/**
 * The backlog in the database, the same from every process. While the database doesn't answer, these
 * metrics are missing, because an old number would look like a current one.
 */
export async function backlogMetrics(db: Kysely<Schema>, hasDeliveries: boolean): Promise<string> {
  const backlog = await within(ANSWERS_WITHIN_MS, readBacklog(db)).catch(() => null)
  if (backlog === null) return ''
  const registry = new Registry()
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers: [registry] }).set(value)
  const { deliveries, replays } = backlog
  if (hasDeliveries) {
    gauge('redial_deliveries_waiting', 'Deliveries that wait for an attempt.', deliveries.waiting)
    gauge(
      'redial_deliveries_overdue',
      'Waiting deliveries whose attempt is due or in flight.',
      deliveries.overdue,
    )
    gauge(
      'redial_oldest_overdue_seconds',
      'How long the attempt that is overdue the longest has been so.',
      deliveries.oldest_s,
    )
  }
  gauge('redial_replays_waiting', 'Replays that wait for their attempt.', replays.waiting)
  gauge(
    'redial_oldest_waiting_replay_seconds',
    'How long the replay that has waited the longest has done so.',
    replays.oldest_s,
  )
  return registry.metrics()
}

/**
 * By the database's clock, which is one for all processes. What waits has one job each; the
 * conditions are those of the job queue's own indexes.
 */
async function readBacklog(db: Kysely<Schema>): Promise<{ deliveries: Backlog; replays: Backlog }> {
  const { rows } = await sql<Backlog & { kind: string }>`
    with queued as (
      select ${KIND} as kind, count(*) as jobs,
        count(*) filter (where start_after <= job_queue.job_now()) as due,
        min(start_after) as oldest
      from job_queue.job
      where name in ${QUEUES} and state < 'active' and not blocked
      group by 1
    ), claimed as (
      select ${KIND} as kind, count(*) as jobs, min(start_after) as oldest
      from job_queue.job
      where name in ${QUEUES} and state = 'active' and group_id is not null
      group by 1
    )
    select kind, coalesce(queued.jobs, 0) + coalesce(claimed.jobs, 0) as waiting,
      coalesce(queued.due, 0) + coalesce(claimed.jobs, 0) as overdue,
      greatest(0, coalesce(
        extract(epoch from job_queue.job_now() - least(queued.oldest, claimed.oldest)), 0
      ))::float8 as oldest_s
    from queued full join claimed using (kind)
  `.execute(db)
  const of = (kind: string) => rows.find(row => row.kind === kind) ?? NOTHING
  return { deliveries: of('delivery'), replays: of('replay') }
}

const QUEUES = sql`('delivery', 'delivery-retry', 'replay-attempt')`
const KIND = sql`case name when 'replay-attempt' then 'replay' else 'delivery' end`

type Backlog = { waiting: number; overdue: number; oldest_s: number }
const NOTHING: Backlog = { waiting: 0, overdue: 0, oldest_s: 0 }
