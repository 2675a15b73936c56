import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppOptions } from '../../server/app.ts'
import { type App, startApp } from '../../server/app.ts'
import { readEnv } from '../../server/config/read-env.ts'
import { DEMO_PARTNER } from '../../server/demo/demo-companies.ts'
import { copyTemplate } from '../../server/testing/postgres.ts'
import { postgresOfTheRun } from './postgres-of-the-run.ts'

/**
 * The real server on free ports, in the embedded mode but for its database: that is one of its own
 * on the PostgreSQL of the run, or the one that is given. `folder` and its own database go when it is
 * closed. No calls come to its demo but those that a test makes.
 *
 * @param settings environment variables, or what makes them in its folder
 * @param clock for the pauses that a service asks for; without one they take their time
 */
export async function startTestApp(
  settings: Record<string, string> | ((folder: string) => Record<string, string>) = {},
  {
    demoDaysBack = 7,
    databaseUrl,
    ...options
  }: Pick<
    AppOptions,
    'clock' | 'databaseUrl' | 'demoDaysBack' | 'dashboardFolder' | 'timings'
  > = {},
): Promise<App> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-e2e-'))
  const database = databaseUrl === undefined ? await copyTemplate(postgresOfTheRun()) : null
  const given = typeof settings === 'function' ? settings(folder) : settings
  const env = readEnv({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', ...given })
  const app = await startApp(env, {
    demoPorts: 'free',
    demoDaysBack,
    demoWait: untilAborted,
    databaseUrl: databaseUrl ?? database?.url,
    ...options,
  })
  return {
    ...app,
    async close() {
      await app.close()
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function untilAborted(_ms: number, signal?: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

/** The id of the partner whose account the demo is. */
export async function demoPartnerId({ database }: Pick<App, 'database'>): Promise<number> {
  const { id } = await database.db
    .selectFrom('partner')
    .select('id')
    .where('reference', '=', DEMO_PARTNER.reference)
    .executeTakeFirstOrThrow()
  return id
}
