// Long: each test saves views and opens them again after a reload.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/expect-accessible.ts'
import { openSession } from '../support/open-session.ts'
import { expect, test as onShared, type Redial } from '../support/redial.ts'

/** Each test is a person of its own, so that no other test sees their views. */
const test = onShared.extend({
  context: async ({ context, redial }, use, { title }) => {
    await context.addCookies([await sessionOf(redial, title.slice(0, 60))])
    await use(context)
  },
})

async function sessionOf(redial: Redial, name: string) {
  const { text } = await redial.makeToken()
  return openSession(redial.url, text, name)
}

const menu = (page: Page) => page.getByRole('dialog', { name: 'Saved views' })
const link = (page: Page, name: string) => menu(page).getByRole('link', { name })

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Saved views' }).click()
  await expect(menu(page)).toBeVisible()
}

async function saveView(page: Page, name: string) {
  await menu(page).getByLabel('Name', { exact: true }).fill(name)
  await menu(page).getByRole('button', { name: 'Save view' }).click()
}

test('a view keeps all but the page and the event, and its days move', async ({ page }) => {
  await page.goto('/failed-calls?size=50')
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  const { searchParams } = new URL(page.url())
  await openMenu(page)
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

test('a view is current only with its filters, and can be updated', async ({ page }) => {
  await page.goto('/failed-calls?state=missing')
  await openMenu(page)
  await saveView(page, 'Mine')
  const mine = link(page, 'Mine')
  const update = menu(page).getByRole('button', { name: /^Update Mine/ })
  await expect(mine).toHaveAttribute('aria-current', /page|true/)
  await expect(update).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search' }).fill('acme')
  await expect(page).toHaveURL(/q=acme/)
  await openMenu(page)
  await expect(menu(page)).not.toContainText('“Mine” was saved.')
  await expect(mine).not.toHaveAttribute('aria-current')
  await update.click()
  await expect(menu(page)).toContainText('“Mine” now shows the current days, filters and columns.')
  await expect(mine).toHaveAttribute('aria-current', /page|true/)
  await expectAccessible(page)
  await menu(page).getByRole('button', { name: 'Undo' }).click()
  await expect(mine).not.toHaveAttribute('aria-current')
  await update.click()

  await test.step('names are unique; a view is renamed, deleted and restored', async () => {
    await saveView(page, '')
    await expect(menu(page)).toContainText('Give the view a name')
    await saveView(page, 'mine')
    await expect(menu(page)).toContainText('A view with this name already exists')
    await expectAccessible(page)
    await menu(page).getByRole('button', { name: 'Edit Mine' }).click()
    const name = menu(page).getByLabel('New name of Mine')
    await expect(name).toBeFocused()
    await name.fill('Nights')
    await name.press('Enter')
    await expect(link(page, 'Nights')).toBeFocused()
    await menu(page).getByRole('button', { name: 'Delete Nights' }).click()
    await expect(menu(page)).toContainText('“Nights” was deleted.')
    await expect(link(page, 'Nights')).toBeHidden()
    await expect(menu(page).getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(link(page, 'Nights')).toBeFocused()
  })

  await menu(page).getByRole('button', { name: 'Always open Failed calls with Nights' }).click()
  await expect(menu(page)).toContainText('Failed calls opens with “Nights”.')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'Failed calls', exact: true }).click()
  await expect(page).toHaveURL(/q=acme/)

  await openMenu(page)
  await menu(page).getByRole('button', { name: 'Stop opening Failed calls with Nights' }).click()
  await expect(menu(page)).toContainText('Failed calls opens with today.')
  await page.goto('/failed-calls')
  await expect(page.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true')
})

test('a default view that was deleted in another tab is no longer opened', async ({
  page,
  context,
}) => {
  await page.goto('/failed-calls?q=acme')
  await openMenu(page)
  await saveView(page, 'Acme')
  await menu(page).getByRole('button', { name: 'Always open Failed calls with Acme' }).click()
  await expect(menu(page)).toContainText('Failed calls opens with “Acme”.')
  const other = await context.newPage()
  await other.goto('/failed-calls')
  await expect(other).toHaveURL(/q=acme/)

  await menu(page).getByRole('button', { name: 'Delete Acme' }).click()
  await expect(menu(page)).toContainText('“Acme” was deleted.')
  await openMenu(other)
  await expect(menu(other)).toContainText('No views yet')
  await other.keyboard.press('Escape')
  await other.getByRole('link', { name: 'Overview' }).click()
  await other.getByRole('link', { name: 'Failed calls', exact: true }).click()
  await expect(other).toHaveURL(/from=/)
  await expect(other).not.toHaveURL(/q=acme/)
})
