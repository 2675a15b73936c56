import { holdBack } from '../support/hold-back.ts'
import { bar, lookOverAll, pageBox } from '../support/look-over-all.ts'
import { expect, test } from './redial-with-receivers.ts'
import { expectEventually, LONG, outcome } from './run-page.ts'

// A run is as slow as its receivers.
test.describe.configure({ timeout: 180_000 })

test.beforeEach(async ({ context, page, withReceivers: { one, two, signIn } }) => {
  await page.clock.install()
  for (const receiver of [one, two]) {
    receiver.behave(200)
    receiver.requests.length = 0
  }
  await context.addCookies([await signIn('Thandi')])
})

test('without a connection the page keeps its contents, says so, and later updates', async ({
  page,
  withReceivers: { one, listFailures },
}) => {
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

test('a run that has ended is not refetched', async ({
  page,
  withReceivers: { one, listFailures },
}) => {
  const day = await listFailures({ receiver: one, count: 2 })
  await lookOverAll(page, day)
  await page.getByRole('button', { name: 'Send 2 events' }).click()
  await expectEventually(outcome(page, '2 delivered'))
  await expect(page.getByText('Delivered, answered 200')).toHaveCount(2)
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  // Longer than any interval of the page, so their requests are sent before the test's.
  await page.clock.runFor(60_000)
  await page.evaluate(() => fetch('/gateway/session?last'))
  expect(asked.filter(url => url.includes('/gateway/replays/'))).toEqual([])
  expect(asked.at(-1)).toContain('/gateway/session?last')
})

test('loading from a slow service is shown, and can be cancelled', async ({
  page,
  otherService,
}) => {
  const LIST = 'GET /v1/call_events_fail/'
  const events = Array.from({ length: 100 }, (_, index) => ({
    id: index + 1,
    callback_url: 'https://localhost:1/never',
    request_json: { call_id: index + 1, company: { name: `Company ${index + 1}.` } },
  }))
  otherService.answers({ [LIST]: [200, events] })
  await page.context().addCookies([otherService.session])
  await page.goto(`${otherService.url}/failed-calls?size=100`)
  await pageBox(page).click()
  await expect(bar(page)).toContainText('100 selected')
  otherService.hold(LIST)
  await bar(page).getByRole('button', { name: 'Replay selected…' }).click()
  await expect(outcome(page, 'Loading 0 of 100')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(outcome(page, 'Cancelled, nothing was sent')).toBeVisible()
  otherService.release()
  await page.goBack()
  await expect(bar(page)).toContainText('100 selected')
})

test('a link to a replay that does not exist says so', async ({ page }) => {
  await page.goto('/replays/0198f3c4-0000-7000-8000-000000000001')
  await expect(page.getByRole('alert')).toContainText('Replay not found')
})
