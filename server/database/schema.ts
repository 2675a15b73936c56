import type { JSONColumnType } from 'kysely'
import type { GatewayTables } from './gateway-tables.ts'
import type { ServiceTables } from './service-tables.ts'

/** The tables as Kysely sees them; migrations/ make them. */
export type Schema = ServiceTables & EngineTables & GatewayTables

/** A process that makes attempts (server/webhooks/engine/live-processes.ts). */
type EngineTables = {
  worker_process: {
    id: string
    alive_until: Date
    /** The receivers whose attempts it begins late, since they don't answer. */
    late: JSONColumnType<{ account: string; receiver: string; latenessMs: number }[]>
  }
}
