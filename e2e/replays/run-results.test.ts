import { AXE, expectAccessible } from '../support/expect-accessible.ts'
import { lookOverAll, openDay } from '../support/look-over-all.ts'
import { expect, test } from './redial-with-receivers.ts'
import { expectEventually, outcome, receiverRow, rowOf } from './run-page.ts'

// A run is as slow as its receivers.
test.describe.configure({ timeout: 180_000 })

test('causes list their events, and the main one is at the top', async ({ page, service }) => {
  const { one, two, listFailures } = service
  two.behave(500)
  const day = await listFailures({ receiver: two, count: 2 }, { receiver: one, count: 2 })
  await openDay(page, day)
  await rowOf(page, 4).getByRole('button', { name: 'Replay' }).click()
  await expectEventually(rowOf(page, 4).filter({ hasText: 'Delivered, answered 200' }))
  await lookOverAll(page, day)
  await page.getByRole('button', { name: 'Send 3 events' }).click()
  await expectEventually(outcome(page, '1 delivered, 2 failed again, 1 skipped'))
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
  await page.reload()
  await expect(page.getByText('1 event, page 1 of 1')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.getByRole('link', { name: 'All 4' }).click()
  await expect(page.getByText('4 events, page 1 of 1')).toBeVisible()
})

test('an event that was opened from a run leads back to it', async ({ page, service }) => {
  const { one, listFailures } = service
  one.behave(500)
  const day = await listFailures({ receiver: one, count: 2 })
  await lookOverAll(page, day)
  await page.getByRole('button', { name: 'Send 2 events' }).click()
  await expectEventually(outcome(page, '2 failed again'))
  await page.getByRole('link', { name: 'Failed again 2' }).click()
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

test('a person continues or stops a receiver that was paused', AXE, async ({ page, service }) => {
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

test('an event that was replayed three times asks first', async ({ page, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 1 })
  one.behave(500)
  await openDay(page, day)
  const replay = rowOf(page, 1).getByRole('button', { name: 'Replay' })
  for (const times of [1, 2, 3]) {
    await replay.click()
    await expect.poll(() => one.requests.length).toBe(times)
    await expectEventually(rowOf(page, 1).filter({ hasText: 'Failed again' }))
    await page.reload()
  }
  await replay.click()
  await expect(page.getByRole('dialog')).toContainText('Replayed three times already.')
  expect(one.requests).toHaveLength(3)
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect.poll(() => one.requests.length).toBe(4)
})
