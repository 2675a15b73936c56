// Long: each test saves views and opens them again after a reload.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, onDemo as test } from '../support/redial.ts'

const menu = (page: Page) => page.getByRole('dialog', { name: 'Saved views' })

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Saved views' }).click()
  await expect(menu(page)).toBeVisible()
}

async function saveView(page: Page, name: string) {
  await menu(page).getByLabel('Name', { exact: true }).fill(name)
  await menu(page).getByRole('button', { name: 'Save view' }).click()
}

test('a view keeps everything except the page and the open event, and its days move with today', async ({
  page,
}) => {
  await page.goto('/failed-calls?size=50')
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  const { searchParams } = new URL(page.url())
  await openMenu(page)
  await expect(menu(page)).toContainText('Stored in this browser only')
  await saveView(page, '  The   week ')
  await expect(menu(page)).toContainText('“The week” was saved.')
  await menu(page)
    .getByLabel(/^Only from/)
    .check()
  await saveView(page, 'These days')
  await expect(menu(page).getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')

  // A week later.
  await page.clock.install({ time: Date.now() + 7 * 24 * 3600_000 })
  await page.goto('/failed-ai-events')
  await openMenu(page)
  await menu(page).getByRole('link', { name: 'The week' }).click()
  await expect(page.getByRole('heading', { name: 'Failed calls', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Last 7 days' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page).toHaveURL(url => !url.searchParams.has('page'))
  await expect(page).toHaveURL(/size=50/)
  expect(new URL(page.url()).searchParams.get('from')).not.toBe(searchParams.get('from'))
  await openMenu(page)
  await menu(page).getByRole('link', { name: 'These days' }).click()
  await expect(page).toHaveURL(
    url =>
      url.searchParams.get('from') === searchParams.get('from') &&
      url.searchParams.get('to') === searchParams.get('to'),
  )
})

test('a view is updated to the current filters, and is current only if they are the same', async ({
  page,
}) => {
  await page.goto('/failed-calls?state=missing')
  await openMenu(page)
  await saveView(page, 'Mine')
  const link = menu(page).getByRole('link', { name: 'Mine' })
  const update = menu(page).getByRole('button', { name: /^Update Mine/ })
  await expect(link).toHaveAttribute('aria-current', /page|true/)
  await expect(update).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search' }).fill('acme')
  await expect(page).toHaveURL(/q=acme/)
  await openMenu(page)
  await expect(menu(page)).not.toContainText('“Mine” was saved.')
  await expect(link).not.toHaveAttribute('aria-current')
  await update.click()
  await expect(menu(page)).toContainText('“Mine” now shows the current days, filters and columns.')
  await expect(link).toHaveAttribute('aria-current', /page|true/)
  await expectAccessible(page)
  await menu(page).getByRole('button', { name: 'Undo' }).click()
  await expect(link).not.toHaveAttribute('aria-current')
  await update.click()

  await page.goto('/failed-calls')
  await openMenu(page)
  await link.click()
  await expect(page).toHaveURL(/q=acme/)
  await expect(page).toHaveURL(/state=missing/)
})

test('names are unique; a view is renamed, deleted and restored', async ({ page }) => {
  await page.goto('/failed-calls')
  await openMenu(page)
  await saveView(page, '')
  await expect(menu(page)).toContainText('Give the view a name')
  await saveView(page, 'Mornings')
  await saveView(page, 'mornings')
  await expect(menu(page)).toContainText('A view with this name already exists')
  await saveView(page, 'Evenings')

  await menu(page).getByRole('button', { name: 'Rename Mornings' }).click()
  const name = menu(page).getByLabel('New name of Mornings')
  await expect(name).toBeFocused()
  await name.fill('EVENINGS')
  await name.press('Enter')
  await expect(menu(page)).toContainText('A view with this name already exists')
  await name.fill('Nights')
  await name.press('Enter')
  await expect(menu(page).getByRole('link', { name: 'Nights' })).toBeFocused()

  await menu(page).getByRole('button', { name: 'Delete Nights' }).click()
  await expect(menu(page)).toContainText('“Nights” was deleted')
  await expect(menu(page).getByRole('listitem')).toHaveCount(1)
  await expect(menu(page).getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menu(page).getByRole('listitem').first()).toContainText('Nights')
  await expect(menu(page).getByRole('link', { name: 'Nights' })).toBeFocused()
  await page.reload()
  await openMenu(page)
  await expect(menu(page).getByRole('link')).toHaveCount(2)
  await expectAccessible(page)
})

test('a change keeps what another tab stored in the meantime', async ({ page }) => {
  await page.goto('/failed-calls')
  await openMenu(page)
  await saveView(page, 'Mine')
  await menu(page).getByRole('button', { name: 'Delete Mine' }).click()
  await expect(menu(page)).toContainText('“Mine” was deleted')
  // Without an event, like a tab that hasn't received it yet.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find(name => name.startsWith('redial:saved-views'))
    const days = { kind: 'relative', from_back: 0, to_back: 0 }
    const other = { id: 'o', name: 'mine', list: 'call_events_fail', days, query: '' }
    localStorage.setItem(key ?? '', JSON.stringify([other]))
  })
  await menu(page).getByRole('button', { name: 'Undo' }).click()
  await expect(menu(page).getByRole('link')).toHaveText([/^Mine \(2\)/, /^mine/])
})

test('views that can’t be read are not shown, but kept', async ({ page }) => {
  await page.goto('/failed-calls')
  await openMenu(page)
  await saveView(page, 'Good')
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find(name => name.startsWith('redial:saved-views'))
    if (!key) throw new Error('Nothing is kept')
    const [good] = JSON.parse(localStorage.getItem(key) ?? '')
    const broken = { ...good, id: 'b', days: { kind: 'absolute', from: 'monday', to: '<b>' } }
    localStorage.setItem(key, JSON.stringify([null, broken, good, 7]))
  })
  await page.reload()
  await openMenu(page)
  await expect(menu(page).getByRole('link')).toHaveCount(1)
  await expect(menu(page).getByRole('link')).toContainText('Good')
  await expect(menu(page)).toContainText('Redial can’t read some of your saved views')
  await saveView(page, 'Better')
  await expect(menu(page)).toContainText('“Better” was saved.')
  const kept = await page.evaluate(() => {
    const key = Object.keys(localStorage).find(name => name.startsWith('redial:saved-views'))
    return localStorage.getItem(key ?? '') ?? ''
  })
  expect(JSON.parse(kept)).toMatchObject([
    { name: 'Good' },
    { name: 'Better' },
    null,
    { id: 'b', days: { from: 'monday' } },
    7,
  ])
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{"half')
  })
  await page.reload()
  await openMenu(page)
  await expect(menu(page)).toContainText('Redial can’t read your saved views')
  await expect(menu(page)).not.toContainText('No views yet')
})

test('a browser without storage says so, and the entered name stays', async ({ page }) => {
  await page.goto('/failed-calls')
  await page.evaluate(() => {
    for (let size = 1 << 22; size > 0; size >>= 1) {
      try {
        while (true) {
          localStorage.setItem(`filler ${localStorage.length}`, 'x'.repeat(size))
        }
      } catch {
        // There is no room for this much, so try less.
      }
    }
  })
  await openMenu(page)
  await saveView(page, 'No room')
  await expect(menu(page).getByRole('alert')).toContainText('no storage left for Redial')
  await expect(menu(page).getByLabel('Name', { exact: true })).toHaveValue('No room')
  await expect(menu(page).getByRole('link')).toHaveCount(0)

  await page.evaluate(() => localStorage.clear())
  // Like a browser in which pages can't store anything.
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  })
  await page.goto('/failed-calls')
  await openMenu(page)
  await saveView(page, 'Not kept')
  await expect(menu(page).getByRole('alert')).toContainText('does not let Redial store anything')
})
