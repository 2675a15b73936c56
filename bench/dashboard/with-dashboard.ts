import { join } from 'node:path'
import { type App, startApp } from '../../server/app.ts'
import { readEnv } from '../../server/config/read-env.ts'
import { type BuiltDashboard, buildDashboard } from '../first-page/built-dashboard.ts'
import { withFolder } from '../with-folder.ts'

/**
 * Builds the dashboard, starts the whole server with it, and stops the server when the benchmark is over.
 *
 * @param settings a DATABASE_URL, if the embedded database and its demo are not wanted
 */
export function withDashboard<Result>(
  say: (sentence: string) => void,
  benchmark: (app: App, built: BuiltDashboard) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  return withFolder(async folder => {
    say('building the dashboard')
    const built = await buildDashboard(join(folder, 'dashboard'))
    say('starting the server')
    const DATA_DIR = join(folder, 'data')
    const env = readEnv({ DATA_DIR, PORT: '0', LOG_LEVEL: 'error', ...settings })
    const app = await startApp(env, { dashboardFolder: built.folder, demoPorts: 'free' })
    try {
      return await benchmark(app, built)
    } finally {
      await app.close()
    }
  })
}
