// Long: runs are sent to slow receivers and followed to their end.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/expect-accessible.ts'
import { holdBack } from '../support/hold-back.ts'
import { bar, lookOverAll, openDay, pageBox } from '../support/look-over-all.ts'
import { expect, test } from './redial-with-receivers.ts'
import { expectEventually, LONG, outcome, rowOf } from './run-page.ts'

// A run is as slow as its receivers.
test.describe.configure({ timeout: 180_000 })

test('a page without a connection keeps its contents', async ({ page, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 30 })
  const answers = holdBack(one)
  await lookOverAll(page, day)
  await page.getByRole('button', { name: 'Send 30 events' }).click()
  answers.allow(5)
  await expectEventually(outcome(page, 'Sending, 5 of 30 done'))
  await page.context().setOffline(true)
  await expect(page.getByRole('alert')).toContainText('The replay is still running')
  await expect(outcome(page, 'Sending, 5 of 30 done')).toBeVisible()
  answers.open()
  await expect.poll(() => one.requests.length, LONG).toBe(30)
  await page.context().setOffline(false)
  await expectEventually(outcome(page, '30 delivered'))
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a draft is loaded, cancelled and tried again', async ({ page, otherService }) => {
  const LIST = 'GET /v1/call_events_fail/'
  const events = Array.from({ length: 100 }, (_, index) => ({
    id: index + 1,
    callback_url: 'https://localhost:1/never',
    request_json: {},
  }))
  otherService.answers({ [LIST]: [200, events] })
  await page.context().addCookies([otherService.session])
  await page.goto(`${otherService.url}/failed-calls?size=100`)
  await pageBox(page).click()
  await expect(bar(page)).toContainText('100 selected')
  const replay = bar(page).getByRole('button', { name: 'Replay selected…' })
  otherService.hold(LIST)
  await replay.click()
  await expect(outcome(page, 'Loading 0 of 100')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(outcome(page, 'Cancelled, nothing was sent')).toBeVisible()
  otherService.release()
  await page.goBack()
  await expect(bar(page)).toContainText('100 selected')

  otherService.answers({ [LIST]: [500, {}] })
  await replay.click()
  await expectEventually(outcome(page, 'Loading stopped, 0 of 100'))
  await expect(page.getByRole('alert')).toHaveText(
    'The call-tracking service answered 500 instead of the list. Nothing was sent.',
  )
  await expectAccessible(page)
  otherService.answers({ [LIST]: [200, events] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectEventually(outcome(page, '100 events will be sent to 1 receiver'))
})

test('what a person typed in a draft is there again after another page', async ({
  page,
  service,
}) => {
  const day = await service.listFailures({ receiver: service.one, count: 2 })
  const reason = page.getByLabel('Reason (optional)')
  await lookOverAll(page, day)
  await reason.fill('Their certificate was renewed')
  await page.getByRole('link', { name: 'Receivers', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Receivers' })).toBeVisible()
  await page.goBack()
  await expect(reason).toHaveValue('Their certificate was renewed')
  await page.getByRole('button', { name: 'Send 2 events' }).click()
  await expectEventually(outcome(page, '2 delivered'))
})

test('a link to a replay that does not exist says so', async ({ page }) => {
  await page.goto('/replays/0198f3c4-0000-7000-8000-000000000001')
  await expect(page.getByRole('alert')).toContainText('Replay not found')
})

test('the tables of replays are sorted by their columns', async ({ page, service }) => {
  const { one, two, listFailures } = service
  two.behave(503)
  const day = await listFailures({ receiver: one, count: 2 }, { receiver: two, count: 1 })
  await lookOverAll(page, day)
  await expectAccessibleWideAndNarrow(page)
  await page.getByRole('button', { name: 'Send 3 events' }).click()
  await expectEventually(outcome(page, '2 delivered'))
  await expectAccessibleWideAndNarrow(page)
  const table = (name: string) => page.getByRole('table', { name, exact: true })
  const first = (name: string) => table(name).getByRole('row').nth(1)
  const sortBy = async (name: string, column: string | RegExp, direction: string) => {
    const header = table(name).getByRole('columnheader', { name: column })
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', direction)
  }

  await test.step('receivers and causes of the run', async () => {
    await sortBy('Receivers', 'Failed again', 'descending')
    await expect(first('Receivers')).toContainText(two.exception)
    await sortBy('Receivers', 'Failed again', 'ascending')
    await expect(first('Receivers')).toContainText(one.exception)
    await expect(page).toHaveURL(/receivers_sort=failed_again/)
    await sortBy('Why events were not delivered', 'Events', 'descending')
    await expect(page).toHaveURL(/causes_sort=-count/)
  })

  await test.step('replays', async () => {
    await page.goto('/replays')
    await expect(
      table('Replays').getByRole('columnheader', { name: /^Requested/ }),
    ).toHaveAttribute('aria-sort', 'descending')
    await expect(table('Replays')).toContainText('1 failed again')
    await expectAccessibleWideAndNarrow(page)
    await sortBy('Replays', 'Progress', 'descending')
    // Other tests replay on the same server, perhaps with more failures.
    await expect(first('Replays')).toContainText(/[1-9]\d* failed again/)
    await sortBy('Replays', 'Events', 'descending')
    await expect(page).toHaveURL(/sort=-events/)
  })
})

test('forced colours show the outcome of each part of the bar', async ({ page, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 1 })
  await page.emulateMedia({ forcedColors: 'active' })
  await lookOverAll(page, day)
  await page.getByRole('button', { name: 'Send 1 event' }).click()
  await expectEventually(outcome(page, '1 delivered'))
  const bar = page.getByRole('progressbar', { name: 'Progress' })
  for (const [label, part] of [
    ['Delivered', 'delivered'],
    ['Failed again', 'failed_again'],
  ]) {
    const swatch = await page
      .getByRole('term')
      .filter({ hasText: label ?? '' })
      .evaluate(term => getComputedStyle(term, '::before').backgroundColor)
    await expect(bar.locator(`[data-part="${part}"]`)).toHaveCSS('background-color', swatch)
  }
})

test('the state of a receiver is hidden while a run sends to it', async ({ page, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 2 })
  const state = page
    .getByRole('table', { name: 'Receivers' })
    .getByText(/^(Last delivery|Delivered again since)/)
  await openDay(page, day)
  await rowOf(page, 2).getByRole('button', { name: 'Replay' }).click()
  await expect(rowOf(page, 2)).toContainText('Delivered, answered 200')
  await lookOverAll(page, day)
  await expect(state).toBeVisible()
  const answers = holdBack(one)
  await page.getByRole('button', { name: 'Send 1 event' }).click()
  await expect(outcome(page, /^Sending/)).toBeVisible()
  await expect(state).toHaveCount(0)
  answers.open()
  await expectEventually(outcome(page, '1 delivered, 1 skipped'))
  await expect(state).toBeVisible()
})

async function expectAccessibleWideAndNarrow(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
}
