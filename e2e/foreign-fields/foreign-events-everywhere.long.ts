// Long: opens every page in front of a foreign service.
import { groups, status } from '../failed-events/range-view.ts'
import { chooseWholeCsv, csvRows, downloaded } from '../support/downloaded.ts'
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

test('a list that isn’t sorted says so, and is sorted by the time that was recognised', async ({
  page,
}) => {
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

test('groups have the causes and receivers of a foreign service', async ({ page }) => {
  await page.goto(`${LIST}&view=groups`)
  await expect(status(page)).toContainText('8 of 8 failed calls loaded at')
  const rows = groups(page).getByRole('row')
  await expect(rows.nth(1)).toContainText(/Acme Cars.*Answered 503.*crm.example\/acme/s)
  await expect(rows.nth(2)).toContainText(/Bela Motors.*Refused.*crm.example\/bela/s)
  await expect(rows.nth(2)).toContainText(/12:00–13:00/)
})

test('an export has the recognised fields of a foreign service', async ({ page }) => {
  await page.goto(LIST)
  await page.getByRole('button', { name: /^Export/ }).click()
  const menu = page.getByRole('dialog', { name: 'Export' })
  await chooseWholeCsv(menu)
  const { text } = await downloaded(menu.getByRole('button', { name: 'Download' }))
  const rows = csvRows(text)
  expect(rows).toHaveLength(8)
  expect(rows).toContainEqual(
    expect.objectContaining({
      'Failed at': '2026-11-21T12:00:00.000+02:00',
      Company: 'Bela Motors',
      Receiver: 'https://crm.example/bela',
      'Why it failed': 'Refused the connection',
    }),
  )
})

test('the details, the message and the link to an event use the recognised fields', async ({
  page,
}) => {
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
