import { expect, field, test } from './palette.ts'

test('Ctrl+K does nothing while a dialog waits for an answer', async ({ page }) => {
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toBeVisible()
  await page.keyboard.press('Control+k')
  // Under the dialog, it would have no role.
  await expect(page.getByLabel(/Go to a page/)).toHaveCount(0)
  await expect(shortcuts).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
})

test('a chosen page’s heading gets the focus; Escape gives it back', async ({ page }) => {
  const event = page.getByRole('table', { name: 'Failed calls' }).getByRole('link').first()
  await event.focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(event).toBeFocused()
  for (const [text, heading] of [
    ['acme', 'Acme'],
    // The page that is open already.
    ['acme', 'Acme'],
    ['settings', 'Settings'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
    // A company is known a moment later than a page.
    const active = page.getByRole('listbox').getByRole('option', { selected: true })
    await expect(active).toContainText(heading)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  }
})

test('a company that only has failed calls is found', async ({ page }) => {
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&q=Bela')
  await expect(page.getByRole('row').filter({ hasText: 'Bela' })).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+K')
  await field(page).fill('bela')
  await page.getByRole('option', { name: /^Bela/ }).click()
  await expect(page).toHaveURL(/\/companies\/Bela/)
})
