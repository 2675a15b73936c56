import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { addDays } from '../../contract/time/calendar-date.ts'
import { startApp } from '../../server/app.ts'
import { readEnv } from '../../server/config/read-env.ts'
import { createToken } from '../../server/service/tokens/tokens.ts'
import { startPostgres } from '../../server/testing/postgres.ts'
import { createDatabase } from '../create-database.ts'
import { buildDashboard } from '../first-page/built-dashboard.ts'
import { launchChromium } from '../launch-chromium.ts'
import { fillFailedEvents, spreadOver } from '../pages/fill-failed-events.ts'

const FIRST_DAY = '2026-06-01'
const DAYS = 30
const LAST_DAY = addDays(FIRST_DAY, DAYS - 1)
/** The list's request names the day after the last one. */
export const FILLED_DAYS = { from: FIRST_DAY, until: addDays(FIRST_DAY, DAYS) }

export type FilledDashboard = {
  /** A browser's page, signed in. */
  page: Page
  /** The address of the list with all events, plus further parameters. */
  address(rest: string): string
  /** The server's own address. */
  url: string
  /** Of the account. */
  token: string
  stop(): Promise<void>
}

/**
 * Starts the whole server on a PostgreSQL with `events` failed calls of one account over thirty days, and
 * a browser that has signed in. The calls belong to 40 companies, and their 12 receivers failed in six
 * different ways.
 */
export async function startFilledDashboard(
  events: number,
  say: (sentence: string) => void,
): Promise<FilledDashboard> {
  const closing: (() => unknown)[] = []
  const stop = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const folder = mkdtempSync(join(tmpdir(), 'redial-bench-dashboard-'))
    closing.push(() => rmSync(folder, { recursive: true, force: true }))
    say('building the dashboard')
    const built = await buildDashboard(join(folder, 'dashboard'))
    say('starting a PostgreSQL and the server')
    const postgres = await startPostgres()
    closing.push(() => postgres.stop())
    const env = readEnv({
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: await createDatabase(postgres.url, 'bench'),
      SESSION_SECRET: randomBytes(32).toString('hex'),
      PORT: '0',
      LOG_LEVEL: 'error',
    })
    const app = await startApp(env, { dashboardFolder: built.folder })
    closing.push(() => app.close())
    say(`recording ${events.toLocaleString('en')} failed calls`)
    const token = await fill(app.database.db, events)
    say('signing in')
    const browser = await launchChromium()
    closing.push(() => browser.close())
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${app.url}/sign-in`)
    await page.getByLabel('API token').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(address => !address.pathname.startsWith('/sign-in'))
    return {
      page,
      url: app.url,
      token,
      address: rest => `${app.url}/failed-calls?from=${FIRST_DAY}&to=${LAST_DAY}${rest}`,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @returns a token of the account that all the events belong to */
async function fill(db: Parameters<typeof fillFailedEvents>[0], events: number): Promise<string> {
  const { id } = await db
    .insertInto('partner')
    .values({ reference: 'bench', name: 'Bench' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await fillFailedEvents(db, id, spreadOver(FIRST_DAY, DAYS, events))
  await sql`
    update failed_event set item =
      replace(
        replace(
          replace(item::text, 'Highveld Motors Johannesburg', 'Dealer ' || id % 40),
          'hooks.receiver.example', 'hooks' || id % 12 || '.receiver.example'
        ),
        '"status":500,"error":null,"duration_ms":388',
        '"status":' || (array[500, 503, 404, 204, 401, 429])[1 + id % 6]
          || ',"error":null,"duration_ms":388'
      )::json
  `.execute(db)
  return createToken(db, { partnerId: id, label: 'bench', blocklistPermission: true })
}
