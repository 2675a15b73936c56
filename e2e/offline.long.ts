// Long: opens every page without a connection, and again with one.
import type { Locator, Page } from '@playwright/test'
import { PAGE_NAMES } from './pages.ts'
import { expect, failedCall, failedCalls, test } from './support/listing-service.ts'

const DAYS = 'from=2026-11-21&to=2026-11-21'

test.beforeEach(({ service }) => service.list(failedCalls(65)))

test('rows stay offline, and the next page loads afterwards', async ({ page, context }) => {
  // The next page is prefetched, so that it opens offline.
  const ahead = page.waitForResponse(response => /[?&]page=2(&|$)/.test(response.url()))
  await page.goto(`/failed-calls?${DAYS}`)
  await expect(page.getByText('65 failed calls, page 1 of 4')).toBeVisible()
  await (await ahead).finished()
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: 'No connection' })).toBeVisible()
  const next = page.getByRole('button', { name: 'Next page' })
  await next.click()
  await expect(page.getByText('65 failed calls, page 2 of 4')).toBeVisible()
  await expect(page.getByRole('row').getByText('Still missing')).toHaveCount(20)
  await expect(page.getByRole('heading', { name: 'No connection' })).toHaveCount(0)
  await next.click()
  const problem = page.getByRole('alert')
  await expect(problem).toContainText('Page 3 could not be loaded, so this is still page 2.')
  await expect(page.getByRole('row')).toHaveCount(21)
  await context.setOffline(false)
  await expect(page.getByText('65 failed calls, page 3 of 4')).toBeVisible()
  await expect(problem).toHaveCount(0)
  await expect(page.getByText('No connection')).toHaveCount(0)
})

test('a replay says that it failed without a connection', async ({ page, context }) => {
  await page.goto(`/failed-calls?${DAYS}`)
  const row = page.getByRole('table', { name: 'Failed calls' }).getByRole('row').nth(1)
  await row.getByRole('link').click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(row).toContainText('Still missing')
  await context.setOffline(true)
  await drawer.getByRole('button', { name: 'Replay', exact: true }).click()
  await expect(drawer).toContainText('Not started. No connection')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await row.getByRole('button', { name: /^Replay/ }).click()
  await expect(row).toContainText('Not started. No connection')
  await row.getByRole('link').click()
  await drawer.getByRole('button', { name: 'Replay', exact: true }).click()
  await expect(drawer).toContainText('Not started. No connection')
  await context.setOffline(false)
  await expect(drawer).not.toContainText('Not started')
  await expect(row).not.toContainText('Not started')
  await expect(row).toContainText('Still missing')
})

test('a question that can’t load offline stays closed', async ({ page, context, service }) => {
  // The other tests count the states of theirs.
  service.list([failedCall(9_001)])
  await page.goto(`/failed-calls?${DAYS}`)
  const row = page.getByRole('table', { name: 'Failed calls' }).getByRole('row').nth(1)
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark as handled' }).click()
  await expect(row).toContainText('Handled elsewhere')
  // The page keeps a selection, so it would not reload.
  await row.getByRole('checkbox').uncheck()
  const problem = page.getByRole('alert').filter({ hasText: 'No connection' })
  const again = row.getByRole('button', { name: /^Replay/ })
  const more = row.getByRole('button', { name: /^More actions/ })
  await context.setOffline(true)
  await again.click()
  await expect(problem).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(problem).toHaveCount(0)
  await expect(again).toBeFocused()
  await more.click()
  await problem.getByRole('button', { name: 'Close' }).click()
  await expect(problem).toHaveCount(0)
  await row.getByRole('link').click()
  await expect(problem).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(problem).toHaveCount(0)
  await expect(page).not.toHaveURL(/event=/)
  await again.click()
  await expect(problem).toBeVisible()
  await context.setOffline(false)
  await expect(problem).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await more.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await again.click()
  await expect(page.getByRole('dialog', { name: /^Replay/ })).toBeVisible()
})

test('a selection stays after a part could not be loaded', async ({ page, context }) => {
  await page.goto(`/failed-calls?${DAYS}`)
  const row = page.getByRole('table', { name: 'Failed calls' }).getByRole('row').nth(1)
  await row.getByRole('checkbox').check()
  await context.setOffline(true)
  await row.getByRole('link').click()
  const problem = page.getByRole('alert')
  await expect(problem).toContainText('No connection')
  await context.setOffline(false)
  await expect(problem).toContainText('Reloading discards what you typed or selected.')
  await expect(row.getByRole('checkbox')).toBeChecked()
  await problem.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible()
})

test('rows stay until groups load after a lost connection', async ({ page, context, service }) => {
  service.list(failedCalls(600))
  await page.goto(`/failed-calls?${DAYS}`)
  const rows = page.getByRole('table', { name: 'Failed calls' }).getByRole('row')
  const problem = page.getByRole('alert').filter({ hasText: 'Grouping needs all failed calls' })
  const groupOffline = async () => {
    await expect(rows).toHaveCount(21)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Grouped' }).click()
    await expect(problem).toContainText('No connection.')
    await expect(rows).toHaveCount(21)
    await context.setOffline(false)
    await expect(page.getByText('1 group of 600 failed calls')).toBeVisible()
    await expect(problem).toHaveCount(0)
  }
  const listFrom = async (day: string) => {
    await page.getByRole('button', { name: 'List' }).click()
    await expect(rows).toHaveCount(21)
    await page.getByLabel('From').fill(day)
    await expect(page).toHaveURL(new RegExp(`from=${day}`))
    await expect(rows).toHaveCount(21)
  }
  // First without the code of groups, then without the events of the range only.
  await groupOffline()
  await test.step('groups stay while there is no connection, and are followed again when it is back', async () => {
    const status = page.getByRole('region', { name: 'How much is loaded' })
    await context.setOffline(true)
    await expect(status).toContainText('No connection')
    await expect(page.getByText('1 group of 600 failed calls')).toBeVisible()
    await context.setOffline(false)
    await expect(status).toContainText('600 failed calls loaded at')
    await expect(status).not.toContainText('No connection')
  })
  await listFrom('2026-11-20')
  await groupOffline()

  // Rows that don't match a filter are not shown instead.
  await listFrom('2026-11-19')
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Delivered/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible()
  await expect(rows).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByText('No event is in this state')).toBeVisible()
})

test('every page says that it is offline, and loads later', async ({ page, context, service }) => {
  // Too many to be loaded before a person needs all of them.
  service.list(failedCalls(600))
  await page.goto(`/failed-calls?${DAYS}`)
  const link = page.getByRole('table', { name: 'Failed calls' }).locator('a[id^="open-"]').first()
  await expect(link).toBeVisible()
  const openOffline = async (open: () => Promise<void>) => {
    await context.setOffline(true)
    await open()
    await expect(page.getByRole('alert').first()).toContainText('No connection')
    // Whether it can be shown or not, the page has its title.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages of Redial' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toHaveCount(0)
  }

  await openOffline(() => link.click())
  const details = page.getByRole('dialog')
  await expect(details.getByRole('heading', { level: 2 })).toContainText('Acme')
  expect(await styleOf(details, 'position')).toBe('fixed')
  expect(await failedStyleSheets(page)).toEqual([])
  await page.keyboard.press('Escape')
  await openOffline(() => page.getByRole('button', { name: 'Grouped' }).click())
  await expect(page.getByText('1 group of 600 failed calls')).toBeVisible()
  for (const name of PAGE_NAMES.filter(name => name !== 'Failed calls')) {
    await openOffline(() => page.getByRole('link', { name, exact: true }).click())
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    if (name === 'Blocklist') {
      expect(await styleOf(page.getByRole('search'), 'display')).toBe('grid')
    }
    await expect.poll(() => failedStyleSheets(page)).toEqual([])
  }
})

/** The links whose rules the browser has not got. */
const failedStyleSheets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      .filter(({ sheet }) => {
        try {
          return sheet === null || sheet.cssRules.length === 0
        } catch {
          return true
        }
      })
      .map(({ href }) => href),
  )

const styleOf = (element: Locator, property: string) =>
  element.evaluate((shown, name) => getComputedStyle(shown).getPropertyValue(name), property)
