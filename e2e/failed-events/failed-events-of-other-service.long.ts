// Long: each test opens the lists of a service in another shape.
import { answer } from '../../server/testing/peers/test-upstream.ts'
import { failedCall } from '../support/listing-service.ts'
import { pageOf } from '../support/other-service.ts'
import { expect, onOtherService as test } from '../support/redial.ts'

const DAYS = 'from=2026-11-21&to=2026-11-21'
const LIST = 'GET /v1/call_events_fail/'
const events = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    request_json: { call_id: index + 1, company: { name: `Company ${index + 1}.` } },
  }))

test('lists say that they have no events that are still being retried', async ({ page }) => {
  await page.goto(`/failed-calls?${DAYS}`)
  await expect(page.getByText('Calls that are still being retried are not listed.')).toBeVisible()
  await page.goto(`/failed-ai-events?${DAYS}`)
  await expect(
    page.getByText('AI events that are still being retried are not listed.'),
  ).toBeVisible()
})

test('a list says that the service lists events of other days', async ({ page, otherService }) => {
  otherService.answers({ [LIST]: [200, pageOf([failedCall(1)])] })
  await page.goto(`/failed-calls?${DAYS}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('alert')).toBeHidden()
  await page.goto('/failed-calls?from=2026-11-20&to=2026-11-20')
  await expect(page.getByRole('alert')).toContainText('of other days')
})

test('entries that can’t be read are shown unchanged', async ({ page, otherService }) => {
  const odd = {
    id: 7,
    event: 'sms',
    failed_at: 'Saturday morning',
    attempts: { status: '503', answer: 'Sorry' },
    mood: 'grim',
    request_json:
      '{"call_id": 9007199254740993, "caller_number": "+27820000001", "call_duration": "long", "answered": 0}',
  }
  otherService.answers({ [LIST]: [200, [odd, null, 7, 'text', [1], { request_json: null }]] })
  await page.goto(`/failed-calls?${DAYS}`)
  await expect(page.getByText('6 failed calls, page 1 of 1')).toBeVisible()
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText('Saturday morning')
  await expect(row).toContainText('+27 82 000 0001')
  await row.getByRole('link', { name: 'Unknown company' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('"mood": "grim"')
  await expect(drawer).toContainText('"event": "sms"')
  await expect(drawer).toContainText('"call_id": 9007199254740993')
  await expect(drawer).toContainText('Call number9007199254740993')
  await expect(drawer.getByText('long', { exact: true })).toBeVisible()
  await expect(drawer).toContainText('AnsweredNo')
  await expect(drawer).toContainText('Answered 503')
  for (const sent of ['null', '7', '"text"', '[1]', 'null']) {
    await page.keyboard.press('j')
    await expect(drawer.getByRole('region', { name: 'Payload', exact: true })).toContainText(sent)
    if (sent === '7') await expect(drawer).toContainText('The service gives this event no ID.')
  }
})

test('an unreadable answer says where, and can be viewed', async ({ page, otherService }) => {
  const text = `{"count": 2, "results": "${'x'.repeat(60_000)}"}`
  otherService.answers({ [LIST]: [200, text] })
  await page.goto(`/failed-calls?${DAYS}`)
  await expect(page.getByText(/The answer could not be read/)).toBeVisible()
  await expect(page.getByText('results: expected array')).toBeVisible()
  await page.getByRole('button', { name: 'Show the answer' }).click()
  await expect(page.getByText('{"count": 2, "results": "xxx')).toBeVisible()
  await expect(page.getByText('The first 50,000 of 60,027 characters')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the answer' }).click()
  expect((await download).suggestedFilename()).toBe('answer.txt')
})

test('rows stay with a note while the next page loads', async ({ page, otherService }) => {
  const { promise: comes, resolve: come } = Promise.withResolvers<void>()
  otherService.behave(async ({ query }, response) => {
    const number = Number(query.get('page'))
    if (number > 1) await comes
    const results = events(40).slice((number - 1) * 20, number * 20)
    answer(response, 200, { ...pageOf(results), count: 40, next: number === 1 ? '?page=2' : null })
  })
  await page.goto(`/failed-calls?${DAYS}`)
  await expect(page.getByText('40 failed calls, page 1 of 2')).toBeVisible()
  const rows = page.locator('tbody')
  await expect(rows).toHaveCSS('box-shadow', 'none')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rows).toHaveCSS('box-shadow', /inset/)
  await expect(rows).toContainText('Company 1.')
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  come()
  await expect(rows).toContainText('Company 21.')
  await expect(rows).toHaveCSS('box-shadow', 'none')
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
})
