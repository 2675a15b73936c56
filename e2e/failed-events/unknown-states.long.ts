// Long: each test loads a list twice, with and without states.
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { addDays, dayOf } from '../../contract/time/calendar-date.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, onDemo as test } from '../support/redial.ts'
import { events } from './range-view.ts'

test.use({ demo: 'unknown states' })
const states = (page: Page) => page.getByRole('group', { name: 'State' })
const firstRow = (page: Page) => events(page).getByRole('row').nth(1)

/** Seven days that have failures, with other parameters. */
function openWeek(
  page: Page,
  parameters = '',
  waitUntil: 'load' | 'commit' = 'load',
): Promise<unknown> {
  const today = dayOf(new Date(), 'Africa/Johannesburg')
  return page.goto(`/failed-calls?from=${addDays(today, -6)}&to=${today}${parameters}`, {
    waitUntil,
  })
}

test('without the states of its events, no list looks empty', async ({ page, redial }) => {
  const { db } = redial.app.database
  // Without this table, Redial doesn't know the state of an event.
  await sql`alter table event_state rename to event_state_away`.execute(db)
  try {
    for (const parameters of [
      '',
      '&view=groups',
      '&q=answer',
      '&state=missing',
      '&state=delivered',
    ]) {
      await openWeek(page, parameters)
      await expect(page.getByRole('main')).toContainText('The service could not answer')
      await expect(page.getByText(/^No (event|matching|failed)/)).toHaveCount(0)
      await expect(page.getByText('Nothing is missing')).toHaveCount(0)
    }
    await expectAccessible(page)
  } finally {
    await sql`alter table event_state_away rename to event_state`.execute(db)
  }
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('No event is in this state')).toBeVisible()
  await expect(states(page).getByRole('button', { name: /^Still missing \d/ })).toBeVisible()
  await openWeek(page)
  await expect(firstRow(page)).toContainText('Still missing')
})

test('filters have no counts until states are loaded', async ({ page, redial }) => {
  const { db } = redial.app.database
  await openWeek(page)
  await expect(firstRow(page)).toContainText('Still missing')
  await db.transaction().execute(async trx => {
    // In the meantime, the server waits for the states of the events.
    await sql`lock table event_state in access exclusive mode`.execute(trx)
    const reading = page.waitForRequest(request => /events\/reading/.test(request.url()))
    // The document ends when the states of its events are there.
    await openWeek(page, '&state=delivered', 'commit')
    await reading
    await expect(page.getByText('Loading failed calls…')).toBeVisible()
    await expect(page.getByText('No event is in this state')).toHaveCount(0)
    await expect(states(page)).not.toHaveText(/Still missing \d/)
  })
  await expect(page.getByText('No event is in this state')).toBeVisible()
  await expect(states(page).getByRole('button', { name: /^Still missing \d/ })).toBeVisible()
})

test('receivers stay listed while their states can’t be loaded', async ({ page, redial }) => {
  const { db } = redial.app.database
  await page.goto('/receivers')
  const row = page.getByRole('table', { name: 'Receivers' }).getByRole('row').nth(1)
  await expect(row).toContainText('Failing')
  await sql`alter table replay_attempt rename to replay_attempt_away`.execute(db)
  try {
    // The states are loaded again when today's events have changed.
    await sql`update event_mirror set version = version + 1`.execute(db)
    await expect(page.getByText('Last updated')).toContainText('The service could not answer')
    await expect(row).toContainText('Failing')
  } finally {
    await sql`alter table replay_attempt_away rename to replay_attempt`.execute(db)
  }
})
