import { AXE, expectAccessible } from '../support/expect-accessible.ts'
import { lookOverAll } from '../support/look-over-all.ts'
import { failOnce } from './fail-once.ts'
import { expect, test } from './redial-with-receivers.ts'
import { expectEventually, outcome, receiverRow } from './run-page.ts'

// A run is as slow as its receivers.
test.describe.configure({ timeout: 180_000 })

test('a replay waits each time until its receiver recovers', AXE, async ({ page, service }) => {
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

  // It takes the trial and fails again.
  two.behave((_request, response) => {
    response.writeHead(two.requests.length === 3 ? 200 : 503).end()
  })
  await row.getByRole('button', { name: /^Try now/ }).click()
  await expectEventually(row.getByText('11 failed calls'))
  await expectEventually(row.getByRole('button', { name: /^Try now/ }))

  two.behave(200)
  await row.getByRole('button', { name: /^Try now/ }).click()
  await expectEventually(
    page.getByRole('heading', { name: 'No replay waits for a receiver to recover' }),
  )
  await page.getByRole('link', { name: 'All', exact: true }).click()
  const replays = page.getByRole('table', { name: 'Replays', exact: true })
  await replays
    .getByRole('row')
    .filter({ hasText: '12 failed calls' })
    .first()
    .getByRole('link')
    .click()
  await expectEventually(outcome(page, '12 delivered'))
})

test('a person keeps trying the paused part of a replay', async ({ page, service }) => {
  const { two, listFailures } = service
  const day = await listFailures({ receiver: two, count: 8 })
  two.behave(500)
  await lookOverAll(page, day)
  await page.getByRole('button', { name: 'Send 8 events' }).click()
  await expectEventually(outcome(page, '1 receiver paused, 3 of 8 done'))
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
