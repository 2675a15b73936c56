import type { Clock, Timings, Wait } from './config/timings.ts'
import type { DatabaseLimits } from './database/database-limits.ts'
import type { EmbeddedPostgres } from './database/embedded/embedded-postgres.ts'

/** What the tests and `npm start` pass to `startApp`, in addition to the settings. */
export type AppOptions = {
  /** Default: the values of production. */
  timings?: Timings
  /** Default: the values of production. */
  databaseLimits?: DatabaseLimits
  /** The clock for the pauses that a service asks for and for the announcement of a stop. */
  clock?: Clock
  /** The embedded PostgreSQL, if it is already starting. */
  embedded?: Promise<EmbeddedPostgres> | undefined
  /** A PostgreSQL that already runs, instead of the embedded one. */
  databaseUrl?: string
  /** Awaited before the dashboard is served. The database and the demo are set up in the meantime. */
  dashboardBuilt?: Promise<unknown>
  /** The folder of the built dashboard. */
  dashboardFolder?: string
  /** Starts the demo's receivers on free ports instead of the usual ones. */
  demoPorts?: 'fixed' | 'free'
  /** For how many days before today the demo has failures. Default: thirty. */
  demoDaysBack?: number
  /** How the demo's calls wait for their time. Default: by the clock. */
  demoWait?: Wait
}
