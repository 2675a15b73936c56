// Long: runs are sent to slow receivers and followed to their end.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/expect-accessible.ts'
import { holdBack } from '../support/hold-back.ts'
import { bar, lookOverAll, openDay, pageBox } from '../support/look-over-all.ts'
import { newestOf, replayToEnd } from '../support/replay-by-request.ts'
import { expect, test } from './redial-with-receivers.ts'
import { expectEventually, LONG, outcome, receiverRow, rowOf } from './run-page.ts'

// A run is as slow as its receivers.
test.describe.configure({ timeout: 180_000 })

test('a draft lists what it skips, and sends it if a person says so', async ({ page, service }) => {
  const { one, two, listFailures } = service
  const day = await listFailures({ receiver: two, count: 3 }, { receiver: one, count: 25 })
  two.behave(500)
  await replayToEnd(page, day, { events: [await newestOf(page, day)] })

  await lookOverAll(page, day)
  await expect(outcome(page, '27 events will be sent to 2 receivers')).toBeVisible()
  await expect(page.getByLabel('Name of this replay')).toHaveValue(
    /^Company 1\., Company 10\. and others, /,
  )
  await expect(page.getByRole('list', { name: 'Skipped events' })).toContainText(
    '1 event was already delivered by a replay of Thandi and will be skipped.',
  )
  const receivers = page.getByRole('table', { name: 'Receivers' })
  const toOne = receivers.getByRole('row').filter({ hasText: one.exception })
  await expect(toOne.getByRole('cell').nth(1)).toHaveText('24')
  await page.getByRole('link', { name: 'Already delivered 1' }).click()
  const events = page.getByRole('table', { name: 'Events of this replay' })
  await expect(events.getByRole('row')).toHaveCount(2)
  await expect(events).toContainText(
    /Company 28\..*Already delivered by Thandi at [\d:]+, will be skipped/,
  )
  await page.getByRole('checkbox', { name: 'Send it again' }).check()
  await expect(outcome(page, '28 events will be sent to 2 receivers')).toBeVisible()
  await expect(toOne.getByRole('cell').nth(1)).toHaveText('25')
  await expect(events).toContainText('will be sent again')
  await expect(page.getByRole('link', { name: 'To be sent again 1' })).toBeVisible()
  await page.reload()
  await expect(outcome(page, '27 events will be sent to 2 receivers')).toBeVisible()

  // A preview is not a replay: the list calls it a draft.
  const draft = page.getByRole('row').filter({ hasText: 'Draft, nothing was sent' }).first()
  await page.getByRole('link', { name: 'Replays', exact: true }).click()
  await expect(draft.getByRole('progressbar')).toHaveCount(0)
  await draft.getByRole('link').click()

  await page.getByRole('button', { name: 'Send 27 events' }).click()
  await expectEventually(outcome(page, '24 delivered, 3 failed again, 1 skipped'))
  const causes = page.getByRole('table', { name: 'Why events were not delivered' })
  await expect(causes).toContainText('Answered 500')
  await expect(causes).toContainText('Delivered already')
  await page.getByRole('button', { name: 'Copy message' }).click()
  const message = page.getByRole('textbox', { name: 'Message' })
  await expect(message).toHaveValue('')
  await page.getByLabel('Which company?').selectOption('Company 3. (1)')
  await expect(message).toHaveValue(/The call \(times in SAST\)\n- .*, failed again .*, call 3\n\n/)
  await expect(message).not.toHaveValue(/Company [^3]/)
  await expectAccessible(page)
})

test('a run of a whole range skips what another run is sending', async ({ page, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 25 })
  const answers = holdBack(one)
  await openDay(page, day)
  const all = page.getByRole('button', { name: 'Replay all 25…' })
  await rowOf(page, 24).getByRole('checkbox').click()
  await expect(bar(page)).toBeVisible()
  await expect(all).toHaveCount(0)
  await rowOf(page, 24).getByRole('checkbox').click()
  // As late as possible: a held attempt times out after ten seconds.
  await rowOf(page, 25).getByRole('button', { name: 'Replay' }).click()
  await expect(rowOf(page, 25)).toContainText('Being sent')
  await all.click()
  await expectEventually(outcome(page, '24 events will be sent to 1 receiver'))
  const skippedEvents = page.getByRole('list', { name: 'Skipped events' })
  await expect(skippedEvents).toContainText('1 event is being sent by another replay right now')
  const events = page.getByRole('table', { name: 'Events of this replay' })
  await expect(events.getByRole('link', { name: 'Company 25.' })).toBeVisible()

  answers.open()
  await expectEventually(
    skippedEvents.filter({ hasText: '1 event was already delivered by a replay' }),
  )
  await expect(skippedEvents).not.toContainText('being sent')
  one.behave(200)
  await page.getByRole('button', { name: 'Send 24 events' }).click()
  await expectEventually(outcome(page, '24 delivered, 1 skipped'))
  expect(one.requests).toHaveLength(25)

  await openDay(page, day, 50)
  await rowOf(page, 25).getByRole('link', { name: 'Company 25.' }).click()
  const replays = page.getByRole('region', { name: 'Replays and attempts' }).getByRole('listitem')
  await expect(replays.filter({ hasText: 'Delivered, answered 200' })).toContainText('Sent to')
  await expect(replays.filter({ hasText: 'Skipped: Delivered already' })).not.toContainText(
    'Sent to',
  )
})

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
  otherService.answers({ [LIST]: [200, events.slice(1)] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectEventually(outcome(page, '99 events will be sent to 1 receiver'))
  // A setting wouldn't help an event that the service no longer lists.
  await expect(page.getByRole('row').filter({ hasText: 'Unknown receiver' })).not.toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Set receivers in Settings' })).toHaveCount(0)
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
    await expect(page).toHaveURL(/receivers_sort=-failed_again/)
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

test('a person continues or stops a receiver that was paused', async ({ page, service }) => {
  const { one, two, listFailures } = service
  const day = await listFailures({ receiver: two, count: 12 }, { receiver: one, count: 10 })
  two.behave(500)
  await lookOverAll(page, day)
  await page.getByLabel('Name of this replay').fill('Receivers are back')
  await page.getByLabel('Reason (optional)').fill('Their operator confirmed it.')
  await page.getByRole('button', { name: 'Send 22 events' }).click()
  await expectEventually(outcome(page, '1 receiver paused, 13 of 22 done'))
  const paused = receiverRow(page, 'so Redial paused this receiver')
  await expect(paused).toContainText(two.exception)
  await expect(paused).toContainText(
    'The last 3 attempts failed, so Redial paused this receiver. The last one: answered 500, an error on its side.',
  )
  await expect(paused.getByRole('cell').last()).toHaveText('9')
  await expectAccessible(page)
  expect(two.requests).toHaveLength(3)
  expect(one.requests).toHaveLength(10)

  // It still fails: three more attempts.
  await paused.getByRole('button', { name: 'Continue now' }).click()
  await expectEventually(outcome(page, '1 receiver paused, 16 of 22 done'))
  expect(two.requests).toHaveLength(6)
  two.behave(200)
  await page.getByLabel('At most, events a second').fill('100')
  await page.getByRole('button', { name: 'Change pace' }).click()
  await paused.getByRole('button', { name: 'Continue now' }).click()
  await expectEventually(outcome(page, '16 delivered, 6 failed again'))
  await expect(paused).toHaveCount(0)
  await expect(page.getByText('Receivers are back: Their operator confirmed it.')).toBeVisible()

  await page.getByRole('link', { name: 'Replays', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'Receivers are back' })
  await expect(row).toContainText('Reason: Their operator confirmed it.')
  await row.getByRole('link').click()
  two.behave(500)
  await page.getByRole('button', { name: 'Replay failed events again…' }).click()
  await page.getByRole('button', { name: 'Send 6 events' }).click()
  await expectEventually(outcome(page, '1 receiver paused, 3 of 6 done'))
  await paused.getByRole('button', { name: 'Stop' }).click()
  await expectEventually(outcome(page, '3 failed again, 3 skipped'))
  await expect(page.getByText(/^Why 3 events were skipped: Stopped by Thandi/)).toBeVisible()
})

test('forced colours show the outcome of each part of the bar', async ({ page, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 1 })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`/replays/${await replayToEnd(page, day)}`)
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
  await replayToEnd(page, day, { events: [await newestOf(page, day)] })
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
