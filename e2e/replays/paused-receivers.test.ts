import { expectAccessible } from '../support/expect-accessible.ts'
import { lookOverAll } from '../support/look-over-all.ts'
import { expect, test } from './redial-with-receivers.ts'
import { expectEventually, outcome } from './run-page.ts'

// A run is as slow as its receivers.
test.describe.configure({ timeout: 180_000 })

test('a person continues or stops a receiver that was paused', async ({ page, service }) => {
  const { one, two, listFailures } = service
  const day = await listFailures({ receiver: two, count: 12 }, { receiver: one, count: 10 })
  two.behave(500)
  await lookOverAll(page, day)
  await page.getByLabel('Name of this replay').fill('Receivers are back')
  await page.getByLabel('Reason (optional)').fill('Their operator confirmed it.')
  await page.getByRole('button', { name: 'Send 22 events' }).click()
  await expectEventually(outcome(page, '1 receiver paused, 13 of 22 done'))
  const paused = page.getByRole('listitem').filter({ hasText: 'so Redial paused this receiver' })
  await expect(paused).toContainText(two.exception)
  await expect(paused).toContainText(
    'The last 3 attempts failed, so Redial paused this receiver. The last one: answered 500, an error on its side. 9 events wait and have not been delivered.',
  )
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
