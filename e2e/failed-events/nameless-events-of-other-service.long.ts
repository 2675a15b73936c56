// Long: each test replays events and reads the list again.
import type { Page } from '@playwright/test'
import { drfPage } from '../../contract/testing/drf-pages.ts'
import { type ServiceWithReceiver, startServiceWithReceiver } from '../support/other-service.ts'
import { expect, testOn } from '../support/redial.ts'

const test = testOn(startServiceWithReceiver)
test.beforeEach(({ service }) => {
  service.receiver.behave(200)
  service.receiver.requests.length = 0
})

const DAYS = 'from=2026-11-20&to=2026-11-21'
let made = 0

/** Lists this many new events. Each answer formats them differently. Returns their companies. */
function list({ answers, receiver }: ServiceWithReceiver, count: number, pageSize = 20) {
  const first = made + 1
  made += count
  const calls = Array.from({ length: count }, (_, index) => first + index)
  let asked = 0
  answers({
    'GET /v1/call_events_fail/': ({ url = '' }) => {
      const items = calls.map(call => {
        const company = { name: `Company ${call}.`, reference: `company-${call}` }
        const request_json =
          asked % 2 === 0 ? { call_id: call, company } : { company, call_id: call }
        return { age: asked, callback_url: receiver.url, request_json }
      })
      asked++
      const { status, body } = drfPage('page number', url, { items, pageSize })
      return [status, body]
    },
  })
  return (index: number) => `Company ${calls[index]}.`
}

const drawerOf = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, company: string) => page.getByRole('row').filter({ hasText: company })
const sent = ({ receiver }: ServiceWithReceiver) =>
  receiver.requests.map(({ headers }) => String(headers['webhook-id']))

test('is opened by a link, stepped to over the end of a page, and replayed', async ({
  page,
  service,
}) => {
  const company = list(service, 3, 2)
  await page.goto(`/failed-calls?${DAYS}`)
  await page.getByRole('link', { name: company(1) }).click()
  const drawer = drawerOf(page)
  await expect(drawer).toContainText('The service gives this event no ID.')
  const link = page.url()
  await page.keyboard.press('j')
  await expect(drawer).toContainText(company(2))
  await page.keyboard.press('k')
  await expect(drawer).toContainText(company(1))
  await drawer.getByRole('button', { name: 'Replay' }).click()
  await expect(drawer.getByText(/^Delivered/).first()).toBeVisible()
  expect(sent(service)).toEqual([expect.stringMatching(/^content-[0-9a-f]{32}$/)])

  // A colleague opens the link on another day, after the event moved to another page.
  await page.goto(link.replace('event=', 'page=2&event='))
  await expect(drawer).toContainText(company(1))
  const replays = drawer.getByRole('region', { name: 'Replays and attempts' })
  await expect(replays).toContainText('Replay')
  await expect(replays).toContainText('by Thandi')
})

test('two events with identical content are two rows, and are sent once', async ({
  page,
  service,
}) => {
  const call = ++made
  const event = {
    callback_url: service.receiver.url,
    request_json: { call_id: call, company: { name: `Company ${call}.` } },
  }
  service.answers({ 'GET /v1/call_events_fail/': [200, [event, event]] })
  await page.goto(`/failed-calls?${DAYS}`)
  const rows = rowOf(page, `Company ${call}.`)
  await expect(rows).toHaveCount(2)
  await rows
    .nth(1)
    .getByRole('link', { name: `Company ${call}.` })
    .click()
  await expect(page).toHaveURL(/event=content-[0-9a-f]{32}(~|%7E)2/)
  await expect(drawerOf(page)).toContainText('We treat them as one event')
  await drawerOf(page).getByRole('button', { name: 'Replay' }).click()
  await expect(
    drawerOf(page)
      .getByText(/^Delivered/)
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  for (const row of await rows.all()) await expect(row).toContainText('Delivered')
  expect(sent(service)).toHaveLength(1)
  // One day, because this service lists them on every day.
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&view=all')
  await expect(rows).toHaveCount(2)
})
