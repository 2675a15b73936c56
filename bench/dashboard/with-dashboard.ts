import { join } from 'node:path'
import { type App, startApp } from '../../server/app.ts'
import { readEnv } from '../../server/config/read-env.ts'
import { withFolder } from '../with-folder.ts'
import { buildDashboard } from './build-dashboard.ts'

/**
 * Builds the dashboard, starts the whole server with it, and stops the server when the benchmark is over.
 *
 * @param settings a DATABASE_URL, if the embedded database and its demo are not wanted
 */
export function withDashboard<Result>(
  say: (sentence: string) => void,
  benchmark: (app: App, dashboardFolder: string) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  return withFolder(async folder => {
    say('building the dashboard')
    const dashboardFolder = join(folder, 'dashboard')
    await buildDashboard(dashboardFolder)
    say('starting the server')
    const DATA_DIR = join(folder, 'data')
    const env = readEnv({ DATA_DIR, PORT: '0', LOG_LEVEL: 'error', ...settings })
    const app = await startApp(env, { dashboardFolder, demoPorts: 'free' })
    try {
      return await benchmark(app, dashboardFolder)
    } finally {
      await app.close()
    }
  })
}
