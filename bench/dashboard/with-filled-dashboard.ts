import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { addDays } from '../../contract/time/calendar-date.ts'
import type { App } from '../../server/app.ts'
import type { Database } from '../../server/database/database.ts'
import { addPartner } from '../../server/testing/test-service.ts'
import { fillFailedEvents, spreadOver } from '../pages/fill-failed-events.ts'
import { withPostgres } from '../with-postgres.ts'
import { withDashboard } from './with-dashboard.ts'
import { withSignedInPage } from './with-signed-in-page.ts'

const DAYS = 30
const LAST_DAY = new Date().toISOString().slice(0, 10)
const FIRST_DAY = addDays(LAST_DAY, 1 - DAYS)
/** The list's request names the day after the last one. */
export const FILLED_DAYS = { from: FIRST_DAY, until: addDays(FIRST_DAY, DAYS) }

export type FilledDashboard = {
  /** A browser's page, signed in. */
  page: Page
  /** The address of the list with all events, plus further parameters. */
  address(rest: string): string
  /** The server's own address. */
  url: string
  /** The API token of the account. */
  token: string
  /** The folder of the built dashboard. */
  folder: string
}

/**
 * Starts the whole server on a PostgreSQL with `events` failed calls of one account over thirty days, and
 * a browser that has signed in. The calls belong to 40 companies, and their 12 receivers failed in six
 * different ways.
 */
export function withFilledDashboard<Result>(
  events: number,
  say: (sentence: string) => void,
  benchmark: (dashboard: FilledDashboard) => Promise<Result>,
): Promise<Result> {
  return withPostgres(async createDatabase => {
    const settings = {
      DATABASE_URL: await createDatabase(),
      SESSION_SECRET: randomBytes(32).toString('hex'),
    }
    const inBrowser = async ({ url, database }: App, folder: string) => {
      say(`recording ${events.toLocaleString('en')} failed calls`)
      const token = await fill(database, events)
      const address = (rest: string) =>
        `${url}/failed-calls?from=${FIRST_DAY}&to=${LAST_DAY}${rest}`
      return withSignedInPage(url, token, page => benchmark({ page, url, token, address, folder }))
    }
    return withDashboard(say, inBrowser, settings)
  })
}

/** @returns a token of the account that all the events belong to */
async function fill(database: Database, events: number): Promise<string> {
  const { db } = database
  const { id, token } = await addPartner(database, 'bench')
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
  return token
}
