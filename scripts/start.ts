import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { PRODUCTION_TIMINGS } from '../server/config/timings.ts'

/*
 * `npm start`: builds the dashboard where that is needed, and meanwhile makes or opens the database.
 * Where the dashboard is built already, `node server/main.ts` does the rest alone.
 */
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/redial'))
const building = once(
  spawn(process.execPath, [join(import.meta.dirname, 'build-if-stale.ts')], { stdio: 'inherit' }),
  'exit',
).then(([code]) => {
  if (code !== 0) throw new Error('The dashboard could not be built. The reason is printed above.')
})
building.catch(() => {})
const { run } = await import('../server/run.ts')
await run(PRODUCTION_TIMINGS, { dashboardBuilt: building })
