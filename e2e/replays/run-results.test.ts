import { openDay } from '../support/look-over-all.ts'
import { expectReplay, makeReplay, newestOf, replayToEnd } from '../support/replay-by-request.ts'
import { expect, test } from './redial-with-receivers.ts'
import { expectEventually, outcome, receiverRow, rowOf } from './run-page.ts'

// A run is as slow as its receivers.
test.describe.configure({ timeout: 180_000 })

test('causes list their events, and the main one is at the top', async ({ page, service }) => {
  const { one, two, listFailures } = service
  two.behave(500)
  const day = await listFailures({ receiver: two, count: 2 }, { receiver: one, count: 2 })
  await replayToEnd(page, day, { events: [await newestOf(page, day)] })
  await page.goto(`/replays/${await replayToEnd(page, day)}`)
  await expect(outcome(page, '1 delivered, 2 failed again, 1 skipped')).toBeVisible()
  await expect(page.getByRole('term')).toHaveText(['Delivered', 'Failed again', 'Skipped'])
  await expect(
    page.getByText(
      /^Why 1 event was skipped: Delivered already by a replay of Thandi, started on .*\d$/,
    ),
  ).toBeVisible()

  const causes = page.getByRole('table', { name: 'Why events were not delivered' })
  const events = page.getByRole('table', { name: 'Events of this replay' })
  await causes.getByRole('link', { name: 'Answered 500, an error on its side' }).click()
  await expect(page.getByText('2 events, page 1 of 1')).toBeVisible()
  await expect(events).toBeInViewport()
  await expect(events).not.toContainText('Delivered')
  await causes.getByRole('link', { name: /^Delivered already/ }).click()
  await expect(page.getByText(/^Only: Delivered already by a replay of Thandi/)).toBeVisible()
  await expect(page.getByText('1 event, page 1 of 1')).toBeVisible()
  const current = page.getByRole('navigation', { name: 'Which events' }).locator('[aria-current]')
  await expect(current).toHaveText(['Skipped 1'])
  await expect(events).toContainText('Company 4.')
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.getByRole('link', { name: 'All 4' }).click()
  await expect(page.getByText('4 events, page 1 of 1')).toBeVisible()
})

test('an event that was opened from a run leads back to it', async ({ page, service }) => {
  const { one, listFailures } = service
  one.behave(500)
  const day = await listFailures({ receiver: one, count: 2 })
  await page.goto(`/replays/${await replayToEnd(page, day)}?state=failed_again`)
  const run = page.url()
  const details = page.getByRole('dialog')
  await page.getByRole('link', { name: 'Company 2.' }).click()
  await expect(details).toContainText('Company 2.')
  await page.keyboard.press('Escape')
  await expect(outcome(page, '2 failed again')).toBeVisible()
  await expect(page).toHaveURL(run)

  await page.getByRole('link', { name: 'Company 2.' }).click()
  await details.getByRole('button', { name: 'Next event' }).click()
  await expect(details).toContainText('Company 1.')
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(run)
  await expect(outcome(page, '2 failed again')).toBeVisible()

  // An event that is opened from the list stays in the list.
  await page.getByRole('link', { name: 'Company 2.' }).click()
  await page.getByRole('table').getByRole('link', { name: 'Company 1.' }).click()
  await expect(details).toContainText('Company 1.')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(page).toHaveURL(/failed-calls/)
})

test('an event that was replayed three times asks first', async ({ page, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 1 })
  one.behave(500)
  for (let times = 0; times < 3; times++) await replayToEnd(page, day)
  await openDay(page, day)
  await rowOf(page, 1).getByRole('button', { name: 'Replay' }).click()
  await expect(page.getByRole('dialog')).toContainText('Replayed three times already.')
  expect(one.requests).toHaveLength(3)
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect.poll(() => one.requests.length).toBe(4)
})

test('a person keeps trying the paused part of a replay', async ({ page, service }) => {
  const { two, listFailures } = service
  const day = await listFailures({ receiver: two, count: 8 })
  two.behave(500)
  const id = await makeReplay(page, day, { start: true })
  await expectReplay(page, id, { paused_receivers: 1 })
  await page.goto('/replays/waiting')
  const waiting = page.getByText('1 receiver is paused until somebody continues it')
  await waiting.getByRole('link', { name: two.exception }).click()
  const paused = receiverRow(page, two.exception)
  await paused.getByRole('button', { name: 'Keep trying' }).click()
  await expect(paused.getByRole('button', { name: 'Try now' })).toBeVisible()
  await paused.getByRole('button', { name: 'Stop' }).click()
  // The first trial is sometimes faster than the click.
  await expectEventually(outcome(page, /^(3 failed again, 5|4 failed again, 4) skipped$/))
})
