import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { canBuildDashboard, dashboardBuild } from './dashboard-build.ts'

/*
 * `npm start`: builds the dashboard if needed, and creates or opens the database at the same time. If
 * the build tools are not installed (`npm ci --omit=dev`), it serves the existing build.
 */
// The script in package.json enables it too, for this file: Node takes a tenth of a second to load what reads
// TypeScript.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/redial'))
const state = dashboardBuild()
if (state === 'missing' && !canBuildDashboard()) {
  console.error(
    '\nThe dashboard is not built, and the tools to build it are not installed. Run "npm ci && npm start", or build it elsewhere with "npm run build" and copy the folder dist here.\n',
  )
  process.exit(1)
}
const { startPostgresEarly } = await import('../server/start-postgres-early.ts')
const early = await startPostgresEarly()
const { run } = await import('../server/run.ts')
if (state === 'current' || !canBuildDashboard()) await run(undefined, early ?? {})
else {
  const building = build()
  building.catch(() => {})
  await run(undefined, { dashboardBuilt: building, ...early })
}

async function build(): Promise<void> {
  const file = join(import.meta.dirname, 'build-if-stale.ts')
  const [code] = await once(spawn(process.execPath, [file], { stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error('The dashboard could not be built. The reason is printed above.')
}
