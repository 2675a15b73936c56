import { expect, onDemo as test } from './support/redial.ts'

test('a page is announced when it opens, because the focus stays on the link', async ({ page }) => {
  await page.goto('/failed-calls')
  const pages = page.getByRole('navigation', { name: 'Pages of Redial' })
  for (const name of ['Blocklist', 'Failed AI events']) {
    await pages.getByRole('link', { name }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    const said = page.getByText(`${name} · Redial`, { exact: true })
    await expect(said).toHaveAttribute('aria-live', 'polite')
    await expect(pages.getByRole('link', { name })).toBeFocused()
  }
  await page.goBack()
  await expect(page.getByText('Blocklist · Redial', { exact: true })).toBeAttached()
})
