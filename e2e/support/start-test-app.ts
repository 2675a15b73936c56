import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppOptions } from '../../server/app.ts'
import { type App, startApp } from '../../server/app.ts'
import { readEnv } from '../../server/config/read-env.ts'
import { PRODUCTION_TIMINGS } from '../../server/config/timings.ts'
import { DEMO_PARTNER } from '../../server/demo/demo-companies.ts'
import type { TestReceiver } from '../../server/testing/peers/test-receiver.ts'
import { copyTemplate } from '../../server/testing/postgres.ts'
import { postgresOfTheRun } from './postgres-of-the-run.ts'

export type TestAppOptions = Pick<
  AppOptions,
  'databaseUrl' | 'demoDaysBack' | 'dashboardFolder' | 'timings'
> & {
  /** Receivers on loopback, which it is allowed to send to. */
  receivers?: TestReceiver[]
}

/** On a busy machine, a document may need long for its first answers. */
const PATIENT = { ...PRODUCTION_TIMINGS, answersInDocumentMs: 20_000 }

/**
 * The real server on free ports, in the embedded mode but for its database: that is one of its own
 * on the PostgreSQL of the run, or the one that is given. Its folder and its own database go when it is
 * closed. Its demo gets only the calls that a test makes.
 *
 * @param settings environment variables in addition to its own
 */
export async function startTestApp(
  settings: Record<string, string> = {},
  { demoDaysBack = 7, databaseUrl, receivers = [], ...options }: TestAppOptions = {},
): Promise<App> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-e2e-'))
  const database = databaseUrl === undefined ? await copyTemplate(postgresOfTheRun()) : null
  const authority = join(folder, 'authority.pem')
  const [receiver] = receivers
  if (receiver !== undefined) writeFileSync(authority, receiver.ca)
  const env = readEnv({
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'error',
    ...(receiver !== undefined && {
      RECEIVER_CA_FILE: authority,
      RECEIVER_EXCEPTIONS: receivers.map(({ exception }) => exception).join(),
    }),
    ...settings,
  })
  const app = await startApp(env, {
    demoPorts: 'free',
    demoDaysBack,
    demoWait: untilAborted,
    databaseUrl: databaseUrl ?? database?.url,
    timings: PATIENT,
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
