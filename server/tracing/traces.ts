import { type Kysely, sql } from 'kysely'
import type { Env } from '../config/env.ts'
import type { Schema } from '../database/schema.ts'
import type { Traces } from './start-traces.ts'

const NO_TRACES: Traces = {
  reported: () => {},
  traced: sender => sender,
  close: async () => {},
}

/** Traces for the collector of the settings. Without one, OpenTelemetry is not even loaded. */
export async function openTraces(env: Env, db: Kysely<Schema>): Promise<Traces> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, WEBHOOK_TRACEPARENT, ROLE: role } = env
  if (endpoint === undefined) return NO_TRACES
  const { startTraces } = await import('./start-traces.ts')
  const tellsReceivers = WEBHOOK_TRACEPARENT === 'on'
  return startTraces({ endpoint, database: await nameOf(db), tellsReceivers, role })
}

/** When its tables were created. Several databases may exist, and each counts its events from 1. */
async function nameOf(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ made: string }>`
    select min(timestamp) as made from kysely_migration
  `.execute(db)
  return rows[0]?.made ?? ''
}
