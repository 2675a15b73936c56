// Long: opens the list and an event in front of a foreign service.
import { pageOf, startOtherService } from '../support/other-service.ts'
import { expect, testOnOwn } from '../support/redial.ts'

/* The service has the names of its own that follow, and its newest event is not the first. */

const test = testOnOwn(startOtherService)
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const HOURS = [9, 14, 11, 8, 15, 10, 13, 12]
const ITEMS = HOURS.map((hour, index) => ({
  deliveryId: `dlv-${index + 1}`,
  target: { url: `https://crm.example/${index < 6 ? 'acme' : 'bela'}` },
  outcome: { http: index < 6 ? 503 : 0, reason: index < 6 ? '' : 'Connection refused' },
  triedTimes: 4,
  eventType: 'call.completed',
  failedAt: Date.UTC(2026, 10, 21, hour - 2),
  request_json: {
    callSid: `CA${index + 1}`,
    from: `+2782555000${index}`,
    to: '+27105550142',
    accountName: index < 6 ? 'Acme Cars' : 'Bela Motors',
  },
}))
const LIST = '/failed-calls?from=2026-11-21&to=2026-11-21'

test.beforeEach(({ service }) => {
  service.answers({ 'GET /v1/call_events_fail/': [200, pageOf(ITEMS)] })
})

test('an unsorted list says so, and is sorted by recognised times', async ({ page }) => {
  await page.goto(LIST)
  const header = page.getByRole('columnheader', { name: /^Failed at/ })
  const rows = page.getByRole('table', { name: 'Failed calls' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('09:00')
  await expect(header).toHaveAttribute('aria-sort', 'none')
  await header.getByRole('button').first().click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.nth(1)).toContainText('15:00')
  await expect(rows.nth(8)).toContainText('08:00')
})

test('details, message and link use the recognised fields', async ({ page }) => {
  await page.goto(`${LIST}&event=dlv-8`)
  const drawer = page.getByRole('dialog', { name: /^Bela Motors/ })
  await expect(drawer).toContainText('Refused the connection')
  await expect(drawer).toContainText('The service counts 4 attempts')
  await expect(drawer).toContainText('"eventType": "call.completed"')
  await drawer.getByRole('button', { name: 'Copy message' }).click()
  const message = page.getByRole('dialog', { name: 'Message' }).getByRole('textbox')
  await expect(message).toHaveValue(/Your system \(crm\.example\)/)
  await expect(message).toHaveValue(/12:00:00/)
})
