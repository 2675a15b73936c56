import { type Kysely, sql } from 'kysely'
import { Gauge, Registry } from 'prom-client'
import type { Schema } from '../database/schema.ts'
import { within } from './readiness.ts'

const ANSWERS_WITHIN_MS = 2_000

/**
 * The backlog in the database, the same from every process. While the database doesn't answer, these
 * metrics are missing, because an old number would look like a current one.
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
    'How long the most overdue attempt has been due.',
    backlog.oldest_s,
  )
  return registry.metrics()
}

/**
 * By the database's clock, which all processes share. Each waiting delivery has one job; the
 * conditions match the job queue's own indexes.
 */
async function readBacklog(db: Kysely<Schema>): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    with queued as (
      select count(*) as jobs, count(*) filter (where start_after <= job_queue.job_now()) as due,
        min(start_after) as oldest
      from job_queue.job
      where name in ('delivery', 'delivery-retry') and state < 'active' and not blocked
    ), claimed as (
      select count(*) as jobs, min(start_after) as oldest
      from job_queue.job
      where name in ('delivery', 'delivery-retry') and state = 'active' and group_id is not null
    )
    select queued.jobs + claimed.jobs as waiting, queued.due + claimed.jobs as overdue,
      greatest(0, coalesce(
        extract(epoch from job_queue.job_now() - least(queued.oldest, claimed.oldest)), 0
      ))::float8 as oldest_s
    from queued, claimed
  `.execute(db)
  const [backlog] = rows
  if (backlog === undefined) throw new Error('The backlog was not counted')
  return backlog
}

type Backlog = { waiting: number; overdue: number; oldest_s: number }
