import type { Generated, JSONColumnType } from 'kysely'
import type { GatewayTables } from './gateway-tables.ts'
import type { ServiceTables } from './service-tables.ts'

/** The tables as Kysely sees them; migrations/ make them. */
export type Schema = ServiceTables & EngineTables & GatewayTables & OperationsTables

/** A process that makes attempts (server/webhooks/engine/live-processes.ts). */
type EngineTables = {
  worker_process: {
    id: string
    alive_until: Date
    /** The receivers whose attempts it starts late, because they don't answer. */
    late: JSONColumnType<{ account: string; receiver: string; latenessMs: number }[]>
  }
}

/** What the database was used with (server/operations/used-settings.ts). */
type OperationsTables = {
  used_setting: { service: string; name: string; value: string; at: Generated<Date> }
}
