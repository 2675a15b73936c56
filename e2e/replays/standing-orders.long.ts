// Long: each replay waits for a receiver, to which another replay has failed before.
import { expectAccessible } from '../support/expect-accessible.ts'
import { lookOverAll } from '../support/look-over-all.ts'
import { failOnce } from './fail-once.ts'
import { expect, test } from './redial-with-receivers.ts'
import { expectEventually, outcome, receiverRow } from './run-page.ts'

// A run is as slow as its receivers.
test.describe.configure({ timeout: 180_000 })

test('a replay waits each time until its receiver recovers', async ({ page, service }) => {
  const { two, listFailures } = service
  await failOnce(page, service)
  two.requests.length = 0
  await lookOverAll(page, await listFailures({ receiver: two, count: 12 }))
  await page.getByRole('button', { name: 'Send when it recovers' }).click()
  const paused = receiverRow(page, two.exception)
  // The receiver may work by now, so the first event is tried at once.
  await expectEventually(paused.getByText('The last attempt failed: answered 503'))
  await expect(paused).toContainText('It keeps trying until')
  await expectEventually(outcome(page, 'Waiting for 1 receiver to recover, 0 of 12 done'))
  expect(two.requests).toHaveLength(1)

  await page.getByRole('link', { name: 'Replays', exact: true }).click()
  await page.getByRole('link', { name: 'Waiting (1)' }).click()
  // The table of all replays is there until the page of what waits is.
  const table = page.getByRole('table', { name: 'Waiting replays' })
  const row = table.getByRole('row').filter({ hasText: two.exception })
  await expect(row).toContainText('12 failed calls')
  await expect(row).toContainText('Answered 503, not available')
  await row.getByRole('button', { name: /^Try now/ }).click()
  await expect.poll(() => two.requests.length).toBe(2)
  await expectEventually(row.getByRole('button', { name: /^Try now/ }))
  await expectAccessible(page)
  await page.goto(`/receivers?receiver=${two.exception}/hook`)
  await expect(page.getByRole('dialog')).toContainText('12 events wait until the receiver recovers')
  await page.goBack()

  two.behave(200)
  await row.getByRole('button', { name: /^Try now/ }).click()
  await expectEventually(
    page.getByRole('heading', { name: 'No replay waits for a receiver to recover' }),
  )
  // The two trials that failed were of the same event.
  await expect.poll(() => two.requests.length).toBe(14)
})

test('a receiver that refuses the trial does not wait for recovery', async ({ page, service }) => {
  const { two, listFailures } = service
  await failOnce(page, service)
  two.behave(401)
  await lookOverAll(page, await listFailures({ receiver: two, count: 3 }))
  await page.getByRole('button', { name: 'Send when it recovers' }).click()
  await expectEventually(outcome(page, '1 receiver paused, 0 of 3 done'))
  const paused = receiverRow(page, two.exception)
  await expect(paused.getByRole('button')).toHaveText(['Continue now', 'Stop'])
  // An error is shown next to the button that caused it.
  await page.context().setOffline(true)
  await paused.getByRole('button', { name: 'Continue now' }).click()
  await expect(paused.getByRole('alert')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Replays', exact: true }).click()
  const tabs = page.getByRole('navigation', { name: 'Replays' })
  await expect(tabs).toHaveText('AllWaiting (1)')
  await tabs.getByRole('link', { name: 'Waiting' }).click()
  // The table of all replays is there until the page of what waits is.
  const table = page.getByRole('table', { name: 'Waiting replays' })
  const row = table.getByRole('row').filter({ hasText: two.exception })
  await expect(row).toContainText(
    /Company \d+.*3 failed calls, requested by Thandi.*Paused until somebody continues/,
  )
  two.behave(200)
  await row.getByRole('link', { name: two.exception }).click()
  await page.getByRole('button', { name: 'Continue now' }).click()
  await expectEventually(outcome(page, '3 delivered'))
})

test('a person handles one of many paused receivers or all of them', async ({ page, service }) => {
  const { two, listFailures } = service
  const receivers = Array.from({ length: 7 }, (_, at) => ({ ...two, url: `${two.url}/${at}` }))
  two.behave(503)
  await lookOverAll(
    page,
    await listFailures(...receivers.map(receiver => ({ receiver, count: 1 }))),
  )
  await page.getByRole('button', { name: 'Send when they recover' }).click()
  await expectEventually(outcome(page, 'Waiting for 7 receivers to recover, 0 of 7 done'))
  const rows = receiverRow(page, two.exception)
  await expect(rows.getByRole('button', { name: 'Try now' })).toHaveCount(7)
  await expectAccessible(page)
  await rows.first().getByRole('button', { name: 'Stop' }).click()
  await expectEventually(outcome(page, 'Waiting for 6 receivers to recover, 0 of 6 done'))
  await expect(page.getByText('All 6 paused receivers together.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop all' }).click()
  await expectEventually(outcome(page, 'Nothing was sent, 7 skipped'))
})

test('a replay waits only for a receiver that may fail', async ({ page, service }) => {
  const { two, listFailures } = service
  const offer = page.getByRole('button', { name: 'Send when it recovers' })
  two.behave(200)
  await lookOverAll(page, await listFailures({ receiver: two, count: 2 }))
  await page.getByRole('button', { name: 'Send 2 events' }).click()
  await expectEventually(outcome(page, '2 delivered'))
  await lookOverAll(page, await listFailures({ receiver: two, count: 2 }))
  await expect(page.getByRole('button', { name: 'Send 2 events' })).toBeVisible()
  await expect(page.getByText('Nothing has been sent yet.')).not.toContainText(
    'Redial tries one event of each receiver',
  )
  await expect(offer).toHaveCount(0)
})

test('a draft names the replay in which its events already wait', async ({ page, service }) => {
  const { two, listFailures } = service
  await failOnce(page, service)
  const day = await listFailures({ receiver: two, count: 2 })
  await lookOverAll(page, day)
  await page.getByRole('textbox', { name: 'Name of this replay' }).fill('Their update of Monday')
  await page.getByRole('button', { name: 'Send when it recovers' }).click()
  await expect(page.getByText('It keeps trying until')).toBeVisible()
  // One event was tried at once.
  await page.goto(`/failed-calls?from=${day}&to=${day}`)
  const rows = page.getByRole('row', { name: /Will be replayed when the receiver recovers/ })
  await expect(rows.filter({ hasText: 'Failed again' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Still missing' })).toHaveCount(1)
  await rows.first().getByRole('link').first().focus()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog')).toContainText(
    'It already waits in another replay until the receiver recovers.',
  )
  await page.keyboard.press('Escape')
  await lookOverAll(page, day)
  const waiting = page.getByRole('list', { name: 'Skipped events' }).getByRole('listitem')
  await expect(waiting).toContainText(
    'All 2 events already wait in Their update of Monday until the receiver recovers. If you send them now',
  )
  await expect(page.getByRole('button', { name: 'Send when it recovers' })).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: /^When it waits/ })).toHaveCount(0)
  await expect(page.getByText('Nothing has been sent yet.')).not.toContainText(
    'Redial tries one event of each receiver',
  )
  await waiting.getByRole('link').click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectEventually(outcome(page, /^Cancelled/))
})

test('the account menu says what continues after signing out', async ({ page, service }) => {
  await failOnce(page, service)
  await lookOverAll(page, await service.listFailures({ receiver: service.two, count: 2 }))
  await page.getByRole('checkbox', { name: /^When it waits for a receiver/ }).click()
  await page.getByRole('button', { name: 'Send when it recovers' }).click()
  await expect(page.getByText('It keeps trying until')).toBeVisible()
  await page.getByRole('button', { name: /^Account:/ }).click()
  const menu = page.getByRole('region', { name: 'Waiting replays' })
  await expect(menu).toContainText('Replays still wait for 1 receiver after you sign out')
  await expectAccessible(page)
  await menu.getByRole('button', { name: 'Forget the token' }).click()
  await expect(menu.getByRole('button')).toHaveCount(0)
  await expect(menu).toContainText('Replays still wait for 1 receiver')
  // Other tests list what waits.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectEventually(outcome(page, /^Cancelled/))
})
