// Long: axe examines every page at four widths in two colour schemes.
import type { Page } from '@playwright/test'
import { addDays, dayOf } from '../contract/time/calendar-date.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { openSession } from './support/open-session.ts'
import { expect, test } from './support/redial.ts'

/* Each page and each of its menus, at the widths of a laptop, a tablet and a phone. */

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]

const today = dayOf(new Date(), 'Africa/Johannesburg')
const WEEK = `from=${addDays(today, -6)}&to=${today}`

const PAGES: Record<string, string> = {
  Overview: '/',
  'Failed calls': `/failed-calls?${WEEK}&chart=on`,
  'Failed AI events': `/failed-ai-events?${WEEK}`,
  Search: `/failed-calls?${WEEK}&q=motors`,
  Grouped: `/failed-calls?${WEEK}&view=groups`,
  Blocklist: '/blocklist?entity=acme-cars',
  Replays: '/replays',
  Receivers: '/receivers',
  Activity: '/activity',
  Settings: '/settings',
}

/** What opens over or beside a list. */
const OPENED: Record<string, (page: Page) => Promise<void>> = {
  'the details of an event': async page => {
    await page.getByRole('table').getByRole('link').first().click()
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
  },
  'the message to a customer': async page => {
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy message' }).click()
    await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible()
  },
  'the menu of a row': async page => {
    await page
      .getByRole('button', { name: /^More actions/ })
      .first()
      .click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
  },
  'the calendar': async page => {
    await page.getByRole('button', { name: 'Calendar' }).click()
    await expect(page.getByRole('button', { name: 'Last week' })).toBeVisible()
  },
  'the export': async page => {
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
  },
  'the saved views': async page => {
    await page.getByRole('button', { name: /views/i }).click()
    await expect(page.getByRole('button', { name: 'Save view' })).toBeVisible()
  },
  'the command palette': async page => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Go to a page, or search' })).toBeFocused()
  },
  'the list of shortcuts': async page => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  },
}

test.beforeEach(async ({ context, redial }) => {
  const { text } = await redial.makeToken()
  await context.addCookies([await openSession(redial.url, text)])
})

for (const size of SIZES) {
  for (const [name, path] of Object.entries(PAGES)) {
    test(`${name}, ${size.width} pixels wide, light and dark`, async ({ page }) => {
      await page.setViewportSize(size)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
    })
  }

  for (const [name, open] of Object.entries(OPENED)) {
    test(`${name}, ${size.width} pixels wide, light and dark`, async ({ page }) => {
      await page.setViewportSize(size)
      await page.goto(`/failed-calls?${WEEK}`)
      await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
      // Rows are shown before the page handles keys.
      await page.waitForLoadState('networkidle')
      await open(page)
      await expectAccessible(page)
    })
  }
}

test('compact rows and the menu of columns, light and dark', async ({ page }) => {
  await page.goto(`/failed-calls?${WEEK}`)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('radio', { name: 'Compact' }).check()
  await expect(page.getByRole('table')).toHaveAttribute('data-density', 'compact')
  await expectAccessible(page)
})
