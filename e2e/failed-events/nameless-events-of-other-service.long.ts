// Long: each test replays events and reads the list again.
import { drfPage } from '../../contract/testing/drf-pages.ts'
import { type ServiceWithReceiver, startServiceWithReceiver } from '../support/other-service.ts'
import { expect, testOn } from '../support/redial.ts'

const test = testOn(startServiceWithReceiver)

const DAYS = 'from=2026-11-20&to=2026-11-21'
const companyOf = (call: number) => `Company ${call}.`

/** Lists three events on two pages. Each answer formats them differently. */
function list({ answers, receiver }: ServiceWithReceiver) {
  let count = 0
  answers({
    'GET /v1/call_events_fail/': ({ url = '' }) => {
      const items = [1, 2, 3].map(call_id => {
        const company = { name: companyOf(call_id), reference: `company-${call_id}` }
        const request_json = count % 2 === 0 ? { call_id, company } : { company, call_id }
        return { age: count, callback_url: receiver.url, request_json }
      })
      count++
      const { status, body } = drfPage('page number', url, { items, pageSize: 2 })
      return [status, body]
    },
  })
}

test('an event without an id is opened by a link, stepped to over the end of a page, and replayed', async ({
  page,
  service,
}) => {
  list(service)
  await page.goto(`/failed-calls?${DAYS}`)
  await page.getByRole('link', { name: companyOf(2) }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('The service gives this event no ID.')
  const link = page.url()
  await page.keyboard.press('j')
  await expect(drawer).toContainText(companyOf(3))
  await page.keyboard.press('k')
  await expect(drawer).toContainText(companyOf(2))
  await drawer.getByRole('button', { name: 'Replay' }).click()
  await expect(drawer.getByText(/^Delivered/).first()).toBeVisible()
  expect(service.receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([
    expect.stringMatching(/^content-[0-9a-f]{32}$/),
  ])

  // A colleague opens the link on another day, after the event moved to another page.
  await page.goto(link.replace('event=', 'page=2&event='))
  await expect(drawer).toContainText(companyOf(2))
  const replays = drawer.getByRole('region', { name: 'Replays and attempts' })
  await expect(replays).toContainText('Replay')
  await expect(replays).toContainText('by Thandi')
})
