// Long: lists are laid out for each paper, and a long report is printed to PDF.
import type { Page } from '@playwright/test'
import { failedCall, failedCalls } from './support/listing-service.ts'
import { pageOf, startServiceWithReceiver } from './support/other-service.ts'
import { expect, testOn } from './support/redial.ts'

const test = testOn(startServiceWithReceiver)

/** A4 without the usual margins, portrait and landscape, in CSS pixels. */
const PAPERS = [
  { width: 718, height: 1000 },
  { width: 1000, height: 718 },
]

/** The cells of the first row that are shown and not cut off by the edge of the paper. */
function printedCells(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main table tbody tr:first-child td')]
      .filter(cell => {
        const { left, right, width } = cell.getBoundingClientRect()
        const isShown = getComputedStyle(cell).visibility === 'visible' && width > 0
        return isShown && left >= 0 && right <= window.innerWidth
      })
      .map(cell => cell.innerText),
  )
}

for (const [list, path, view, company] of [
  ['Failed calls', 'call_events_fail', 'table', 'Acme Cars'],
  ['Failed AI events', 'transcription_events_fail', 'table', 'Acme Cars'],
  ['Failed calls', 'call_events_fail', 'all', 'Acme Cars'],
  ['Failed calls', 'call_events_fail', 'table', 'Acme Cars and Commercial Vehicles of Sandton'],
] as const) {
  test(`${list} of ${company} on A4 shows days, callers and receivers (${view})`, async ({
    page,
    service,
  }) => {
    const receiver = `${service.receiver.url}/hooks/of/a/customer/with/a/long/path`
    const results = [{ ...failedCall(1, { company }), callback_url: receiver }]
    service.answers({ [`GET /v1/${path}/`]: [200, pageOf(results)] })
    const address = list.toLowerCase().replaceAll(' ', '-')
    await page.goto(`/${address}?from=2026-11-20&to=2026-11-21&view=${view}`)
    await expect(page.getByRole('table', { name: list })).toContainText('Still missing')

    await page.emulateMedia({ media: 'print' })
    for (const paper of PAPERS) {
      await page.setViewportSize(paper)
      await expect
        .poll(() => printedCells(page))
        .toEqual([
          expect.stringContaining('Still missing'),
          expect.stringContaining('21 Nov'),
          expect.stringContaining(company),
          expect.stringContaining('+27 82 555 0001'),
          expect.stringContaining('Answered 500'),
          expect.stringContaining(new URL(receiver).host),
        ])
    }
    await expect(page.getByLabel('From')).toBeVisible()
    await expect(page.getByLabel('From')).toHaveValue('20 Nov 2026')
    await expect(page.getByLabel('To', { exact: true })).toHaveValue('21 Nov 2026')
    await expect(page.getByRole('button', { name: 'Last 7 days' })).toBeHidden()
    await expect(page.getByRole('paragraph').filter({ hasText: /^1 failed / })).toBeVisible()
  })
}

test('a printed list names its search and its filters', async ({ page, service }) => {
  service.answers({ 'GET /v1/call_events_fail/': [200, pageOf(failedCalls(2))] })
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&q=500&status=500&state=missing')
  await expect(page.getByRole('table', { name: 'Failed calls' })).toContainText('Still missing')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('searchbox')).toHaveValue('500')
  await expect(page.getByText('HTTP status: 500')).toBeVisible()
  await expect(page.getByRole('search').getByText('Company')).toBeHidden()
  await expect(page.getByRole('button', { name: /^Still missing 2/ })).toBeVisible()
  await expect(page.getByText('Delivered', { exact: true })).toBeHidden()
})

test('the browser’s own command prints all events of a report', async ({ page, service }) => {
  service.answers({ 'GET /v1/call_events_fail/': [200, pageOf(failedCalls(150))] })
  await page.goto('/report?from=2026-11-21&to=2026-11-21')
  await expect(page.getByRole('button', { name: 'Show all 150' })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Each event' }).getByRole('row')
  await expect(rows).toHaveCount(101)
  const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length
  const first = pagesOf(await page.pdf())
  // The same as when all were shown before.
  await expect(rows).toHaveCount(151)
  expect(first).toBe(pagesOf(await page.pdf()))
})
