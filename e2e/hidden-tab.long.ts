// Long: opens every page in a hidden tab and lets an hour pass.
import type { Page, Request } from '@playwright/test'
import { answer } from '../server/testing/peers/test-upstream.ts'
import { PAGES } from './pages.ts'
import { pageOf } from './support/other-service.ts'
import { expect, onOtherService as test } from './support/redial.ts'

const EVENTS = [{ id: 1, failed_at: '2026-11-21T09:00:00+02:00', request_json: { call_id: 1 } }]

/** Pages that are up to date as soon as a person looks at them again. */
const LISTS = ['/failed-calls', '/blocklist']
/** Pages that send requests while they are visible. */
const POLLING = [...LISTS, '/', '/replays', '/receivers']

test('a hidden tab sends no requests until it is visible', async ({ page, otherService }) => {
  test.slow()
  // A run that never ends: its second page never comes.
  otherService.behave((request, response) => {
    if (request.query.get('page_size') === '100' && request.query.get('page') === '2') return
    const isLong = request.query.get('from_date') === '2026-11-01'
    answer(response, 200, { ...pageOf(EVENTS), ...(isLong && { count: 200, next: '?page=2' }) })
  })
  await page.clock.install()
  await page.goto('/replays')
  const runId = await page.evaluate(async () => {
    const response = await fetch('/gateway/replays', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-redial-dashboard': '1' },
      body: JSON.stringify({
        list: 'call_events_fail',
        from_date: '2026-11-01',
        to_date: '2026-11-02',
        events: 'all',
      }),
    })
    return (await response.json()).id
  })

  const urls: string[] = []
  const underWay = new Set<Request>()
  page.on('request', request => {
    urls.push(request.url())
    underWay.add(request)
  })
  page.on('requestfinished', request => underWay.delete(request))
  page.on('requestfailed', request => underWay.delete(request))
  const parts = ['/failed-calls?view=groups', '/failed-ai-events?view=all', `/replays/${runId}`]
  for (const path of [...PAGES.map(({ path }) => path), ...parts]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.runFor(6_000)
    if (POLLING.includes(path) || path.endsWith(runId)) {
      await expect.poll(() => underWay.size).toBe(0)
      urls.length = 0
      // A part of the page that polls may still be loading, and then begins with the next minutes.
      await expect(async () => {
        await page.clock.runFor(60_000)
        expect(urls.filter(isPolled), path).not.toEqual([])
      }).toPass()
    }
    await setVisibility(page, 'hidden')
    // What was under way may still lead to more: thirty days are counted one after the other.
    await expect(async () => {
      urls.length = 0
      // A part that has just been loaded may only be shown, and ask, in the next of these minutes.
      for (let minutes = 0; minutes < 3; minutes++) {
        await page.clock.runFor(60_000)
        await askLast(page)
      }
      expect(urls.filter(url => !url.endsWith('?last'))).toEqual([])
      expect(
        Array.from(underWay, request => request.url()),
        path,
      ).toEqual([])
    }).toPass()
    await page.clock.runFor(20 * 60_000)
    await askLast(page)
    expect(
      urls.filter(url => !url.endsWith('?last')),
      path,
    ).toEqual([])
    if (LISTS.includes(path)) {
      await setVisibility(page, 'visible')
      await expect.poll(() => urls.filter(url => /\/v1\//.test(url))).not.toEqual([])
    }
  }
  // Other tests share this server: none of them expects a run that is still loading.
  const cancelled = await page.evaluate(async id => {
    const path = `/gateway/replays/${id}/cancel`
    const headers = { 'x-redial-dashboard': '1' }
    return (await fetch(path, { method: 'POST', headers })).status
  }, runId)
  expect(cancelled).toBe(200)
})

const isPolled = (url: string) => /\/(v\d|gateway)\//.test(new URL(url).pathname)

/** A request of the test's own: what the page has begun before it is seen before it. */
async function askLast(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/gateway/session?last')).text())
}

/** Simulates the browser's event when its tab is hidden; a test can't switch tabs. */
async function setVisibility(page: Page, state: DocumentVisibilityState) {
  await page.evaluate(value => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}
