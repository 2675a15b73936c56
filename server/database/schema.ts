import type { GATEWAY_TABLES } from './migrations/0001-gateway-tables.ts'
import type { REPLAY_TABLES } from './migrations/0001-replay-tables.ts'
import type { SERVICE_TABLES } from './migrations/0001-service-tables.ts'
import type { TypesOf } from './migrations/columns.ts'

/** Our own service's name in our tables. */
export const OWN_SERVICE = 'own'

/** The tables as Kysely sees them. The types of columns follow from the SQL in migrations/. */
export type Schema = TypesOf<typeof SERVICE_TABLES & typeof REPLAY_TABLES & typeof GATEWAY_TABLES>
