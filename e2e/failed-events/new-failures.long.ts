// Long: lists are asked again and again while failures come.
import type { Page } from '@playwright/test'
import { dayOf } from '../../contract/time/calendar-date.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { pageOf } from '../support/other-service.ts'
import { expect, onDemo as test } from '../support/redial.ts'

test.use({ demo: 'new failures' })

/** The interval at which the page requests the count. */
const PAUSE_MS = 30_000

const bar = (page: Page) => page.getByRole('button', { name: /new failed calls?, show$/ })
const rows = (page: Page) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Replay' }) })

/** The requests for the count alone. */
function countRequestUrls(page: Page): string[] {
  const urls: string[] = []
  page.on('request', request => {
    const url = request.url()
    if (url.includes('/v1/') && /page_size=1(&|$)/.test(url)) urls.push(url)
  })
  return urls
}

/** The page's own clock, at noon so that no test forwards it to another day. */
async function openList(page: Page, path = '/failed-calls') {
  await page.clock.install({ time: `${dayOf(new Date(), 'Africa/Johannesburg')}T12:00:00+02:00` })
  const counting = page.waitForResponse(/\/new-failures-[^/]+\.js$/)
  await page.goto(path)
  await expect(rows(page).first()).toBeVisible()
  // The code that counts loads a little later than the table.
  await page.clock.fastForward(5000)
  await counting
  // React delays an update that follows another one closely, by the page's clock.
  await page.clock.runFor(500)
  await expect(page.locator('main p[role="status"]').first()).toBeAttached()
}

test('new failures are counted, and shown when a person asks', async ({ page, redial }) => {
  await openList(page)
  const summary = page.getByText(/failed calls, page 1 of/)
  const count = Number((await summary.innerText()).split(' ')[0])
  const first = await rows(page).first().innerText()

  await redial.addFailures(12)
  await page.clock.fastForward(PAUSE_MS)
  await expect(bar(page)).toHaveAccessibleName('12 new failed calls, show')
  expect(await rows(page).first().innerText()).toBe(first)
  const said = page.getByRole('status').filter({ hasText: 'There are new failures' })
  await expect(said).toHaveCount(1)
  const words = await said.innerText()
  await redial.addFailures(1)
  await page.clock.fastForward(PAUSE_MS)
  await expect(bar(page)).toHaveAccessibleName('13 new failed calls, show')
  await expect(said).toHaveText(words)
  await expectAccessible(page)

  await bar(page).press('Enter')
  await expect(bar(page)).toBeHidden()
  await expect(summary).toContainText(`${count + 13} failed calls`)
  await expect(rows(page).first()).toContainText('Newer')
  await expect(rows(page).first().getByRole('link')).toBeFocused()

  // From a later page the button leads to the first.
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(/page 2 of/)).toBeVisible()
  await redial.addFailures(1)
  await page.clock.fastForward(PAUSE_MS)
  await expect(bar(page)).toHaveAccessibleName('1 new failed call, show')
  await bar(page).click()
  await expect(page.getByText(/page 1 of/)).toBeVisible()
  await expect(page).not.toHaveURL(/page=/)
  await expect(rows(page).first().getByRole('link')).toBeFocused()
})

test('past days are not counted again', async ({ page }) => {
  const urls = countRequestUrls(page)
  await openList(page)
  await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
  await expect(page).toHaveURL(url => url.searchParams.get('from') !== null)
  await expect(rows(page).first()).toBeVisible()
  await page.clock.fastForward(PAUSE_MS)
  await page.clock.fastForward(PAUSE_MS)
  expect(urls).toEqual([])
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await expect(page.getByText(/page 1 of \d\d/)).toBeVisible()
  await page.clock.fastForward(PAUSE_MS)
  await expect.poll(() => urls.length).toBe(1)
})

test('a busy service is asked less often, and the rows stay', async ({ page, otherService }) => {
  await page.context().addCookies([otherService.session])
  const event = { id: 1, request_json: { call_id: 1, company: { name: 'Acme Cars' } } }
  const path = '/v1/call_events_fail/'
  const counts = () =>
    otherService.requests('GET', path).filter(({ query }) => query.get('page_size') === '1')
  otherService.answers({ [`GET ${path}`]: [200, pageOf([event])] })
  await openList(page, `${otherService.url}/failed-calls`)
  otherService.answers({ [`GET ${path}`]: [429, { detail: 'Request was throttled.' }] })
  await page.clock.fastForward(PAUSE_MS)
  await expect(page.getByText(/right now\. Retrying automatically/)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.clock.fastForward(PAUSE_MS)
  expect(counts()).toHaveLength(1)
  otherService.answers({ [`GET ${path}`]: [200, pageOf([{ ...event, id: 2 }, event])] })
  await page.clock.fastForward(PAUSE_MS)
  await expect(bar(page)).toHaveAccessibleName('1 new failed call, show')
})
