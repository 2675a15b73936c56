import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppOptions } from '../app.ts'
import { type App, startApp } from '../app.ts'
import { readEnv } from '../config/read-env.ts'
import { openTestDatabase } from './test-database.ts'

/** The real server in this process, with the given settings. */
export function startAppHere(
  settings: Record<string, string>,
  options: AppOptions = {},
): Promise<App> {
  return startApp(readEnv({ PORT: '0', LOG_LEVEL: 'error', ...settings }), options)
}

/**
 * The real server with its demo account, in the embedded mode except for the database: that is a copy
 * of the run's template, because starting the embedded one takes seconds.
 *
 * @param folder for its other data; default: one that is removed when the app is closed
 */
export async function startTestApp(
  settings: Record<string, string> = {},
  { folder: given, ...options }: AppOptions & { folder?: string } = {},
): Promise<App> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'redial-app-'))
  const database = await openTestDatabase()
  const app = await startAppHere(
    { DATA_DIR: folder, ...settings },
    { demoPorts: 'free', demoDaysBack: 1, databaseUrl: database.url, ...options },
  )
  let closed: Promise<void> | undefined
  return {
    ...app,
    close(isAnnounced) {
      closed ??= (async () => {
        await app.close(isAnnounced)
        await database.close()
        if (given === undefined) rmSync(folder, { recursive: true, force: true })
      })()
      return closed
    },
  }
}
