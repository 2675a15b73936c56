// Long: waits for pauses that the service asks for, on the page's own clock.
import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { aMomentLater } from '../server/testing/eventually.ts'
import { answer } from '../server/testing/peers/test-upstream.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { pageOf } from './support/other-service.ts'
import { pollThroughPauses } from './support/poll-through-pauses.ts'
import { expect, onOtherService as test } from './support/redial.ts'
import { startSlowLine } from './support/slow-line.ts'

const DAYS = 'from=2026-11-20&to=2026-11-21'
const EVENTS = pageOf([{ id: 7, request_json: { call_id: 7, company: { name: 'Acme Cars' } } }])
const LONG = JSON.stringify(pageOf([{ id: 7, request_json: { text: 'x'.repeat(5_000) } }]))

const list = (page: Page) => page.getByRole('row').filter({ hasText: 'Acme Cars' })

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': LONG.length })
  response.write(LONG.slice(0, 3_000), () => aMomentLater(() => response.destroy()))
}

// Further ways in which an answer is damaged: broken-answers.long.ts and answers-for-browsers.test.ts of the
// gateway, and request.test.ts of the dashboard.
test('an answer that breaks off is explained and retried', async ({ page, otherService }) => {
  await page.clock.install()
  otherService.behave((_, response) => breakOff(response))
  await page.goto(`/failed-calls?${DAYS}`)
  const alert = page.getByRole('alert')
  await pollThroughPauses(page, () => alert.count()).toBe(1)
  await expect(alert).toContainText('The service could not answer')
  await expect(alert).toContainText('closed the connection')
  await expect(page.getByText(/no failed calls/i)).toHaveCount(0)
  await expectAccessible(page)
  otherService.answers({ 'GET /v1/call_events_fail/': [200, EVENTS] })
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(list(page)).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('an error shows the reference that the answer had', async ({ page, otherService }) => {
  otherService.behave((_, response) => answer(response, 403, { detail: 'No.' }))
  const refused = page.waitForResponse(response => response.url().includes('/gateway/events/page?'))
  await page.goto(`/failed-calls?${DAYS}`)
  const reference = (await refused).headers()['x-request-id']
  expect(reference).toMatch(/^[0-9a-f-]{36}$/)
  await expect(page.getByRole('alert')).toContainText(`Reference: ${reference}`)
  await expectAccessible(page)
})

test('a busy service is asked again after its pause', async ({ page, otherService }) => {
  await page.clock.install()
  let requests = 0
  otherService.behave((request, response) => {
    const isList = request.url?.startsWith('/v1/call_events_fail/') ?? false
    if (!isList) return answer(response, 200, pageOf([]))
    // Pages of 100 are loaded in the background, for the counts of the state filter.
    if (request.url?.includes('page_size=100')) return answer(response, 200, EVENTS)
    requests += 1
    if (requests > 1) return answer(response, 200, EVENTS)
    response.setHeader('retry-after', '200')
    // A sentence that programs can't rely on.
    const detail = 'Request was throttled. Expected available in 60 seconds.'
    answer(response, 429, { detail })
  })
  const pause = page.getByText(/busy and asks us to wait/)
  await page.goto(`/failed-calls?${DAYS}`)
  await expect(pause).toContainText('wait 4 minutes')
  await page.clock.fastForward(100_000)
  await expect(pause).toBeVisible()
  expect(requests).toBe(1)
  await page.clock.fastForward(100_000)
  await expect(list(page)).toBeVisible()
  await expect(pause).toHaveCount(0)
  expect(requests).toBe(2)
})

test('a line says that the next page takes long to load', async ({ page, otherService }) => {
  const line = await startSlowLine(otherService.url, { files: /\/assets\/receivers-page-.*\.js/ })
  try {
    await page.goto(`${line.url}/settings`)
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(main).not.toHaveAttribute('aria-busy')
    await page.getByRole('link', { name: 'Receivers', exact: true }).click()
    await expect(main).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    const width = () =>
      main.evaluate(shown => new DOMMatrix(getComputedStyle(shown, '::before').transform).a)
    await expect.poll(width).toBeGreaterThan(0.1)
    line.open()
    await expect(page.getByRole('heading', { level: 1, name: 'Receivers' })).toBeVisible()
    await expect(main).not.toHaveAttribute('aria-busy')
  } finally {
    await line.close()
  }
})
