import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from '../support/expect-accessible.ts'
import { openSession } from '../support/open-session.ts'
import { expect, type Redial, test } from '../support/redial.ts'
import { events, groups } from './range-view.ts'

test.use({ demo: 'unknown states' })
test.beforeEach(async ({ context, redial }) => {
  const { text } = await redial.makeToken()
  await context.addCookies([await openSession(redial.url, text)])
})

const states = (page: Page) => page.getByRole('group', { name: 'State' })
const firstRow = (page: Page) => events(page).getByRole('row').nth(1)

/** The address of a week that has failures, with other parameters. */
async function openWeek(page: Page, parameters = ''): Promise<void> {
  await page.goto('/failed-calls')
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/from=/)
  if (parameters !== '') await page.goto(`${page.url()}&${parameters}`)
}

/** Without this table Redial can't say what became of an event. */
async function withoutStates(
  redial: Redial,
  run: () => Promise<void>,
): Promise<() => Promise<void>> {
  const { db } = redial.app.database
  await sql`alter table handled_event rename to handled_event_away`.execute(db)
  let isBack = false
  const putBack = async () => {
    if (isBack) return
    isBack = true
    await sql`alter table handled_event_away rename to handled_event`.execute(db)
  }
  try {
    await run()
    return putBack
  } catch (error) {
    await putBack()
    throw error
  }
}

test('states that can’t be loaded are unknown in rows, filters and groups', async ({
  page,
  redial,
}) => {
  const alert = page.getByRole('alert')
  const putBack = await withoutStates(redial, async () => {
    await openWeek(page)
    await expect(firstRow(page)).toContainText('State unknown')
    await expect(alert).toContainText('The states of these events could not be loaded')
    await expect(states(page).getByRole('button', { name: /^All \d/ })).toBeVisible()
    await expect(states(page)).toHaveText(/Still missingDeliveredAll \d+$/)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Grouped' }).click()
    await expect(groups(page).getByRole('row').nth(1)).toContainText(/Unknown of \d+/)
    await page.getByRole('button', { name: 'List', exact: true }).click()

    // A search finds events, although it usually starts with those that are still missing.
    await page.getByRole('searchbox', { name: 'Search' }).fill('a')
    await expect(page.getByText(/failed calls( match)?$/).last()).toBeVisible()
    await expect(firstRow(page)).toContainText('State unknown')
    await expect(alert).toContainText('The states of these events could not be loaded')

    for (const state of ['missing', 'delivered']) {
      await openWeek(page, `state=${state}`)
      await expect(alert).toContainText('The states could not be loaded')
      await expect(page.getByText('No event is in this state')).toHaveCount(0)
      await expect(page.getByText('Nothing is missing')).toHaveCount(0)
    }
    await expectAccessible(page)
  })
  await putBack()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No event is in this state')).toBeVisible()
  await expect(states(page).getByRole('button', { name: /^Still missing \d/ })).toBeVisible()
  await page.getByRole('button', { name: /^All \d/ }).click()
  await expect(firstRow(page)).toContainText('Still missing')
})

test('states that are still loading show nothing that may be wrong, and no row moves', async ({
  page,
  redial,
}) => {
  await page.goto('/failed-calls')
  const isAsked = () =>
    page.waitForRequest(request => request.url().endsWith('/gateway/event-states'))
  let height: number | undefined
  await redial.app.database.db.transaction().execute(async trx => {
    await sql`lock table handled_event in access exclusive mode`.execute(trx)
    const asked = isAsked()
    await openWeek(page)
    await asked
    await expect(firstRow(page)).toBeVisible()
    await expect(events(page)).not.toContainText('Still missing')
    await expect(events(page)).not.toContainText('State unknown')
    height = (await events(page).boundingBox())?.height
    await openWeek(page, 'state=delivered')
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /Loading/ })
        .first(),
    ).toBeAttached()
    await expect(page.getByText('No event is in this state')).toHaveCount(0)
    await openWeek(page)
    await expect(firstRow(page)).toBeVisible()
  })
  await expect(firstRow(page)).toContainText('Still missing')
  expect((await events(page).boundingBox())?.height).toBe(height)
})
