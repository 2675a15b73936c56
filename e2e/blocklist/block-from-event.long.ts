// Long: goes from an event through the form to the blocklist.
import type { Page } from '@playwright/test'
import { blockNumbersForm } from './block-numbers-form.ts'
import { expect, test } from './blocklist-account.ts'

// Whose events come first differs from day to day: what is blocked here may be any company's.
test.use({ demo: 'block from event' })

async function firstWithCaller(page: Page) {
  await page.goto('/failed-calls')
  return page
    .getByRole('row')
    .filter({ hasText: /\+[\d ]{7,}→/ })
    .first()
}

// The drawer disappears after a transition, or at once.
for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(`with the motion “${reducedMotion}”`, () => {
    test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion }))

    test('a form that a link opened gives the focus to the heading of the numbers', async ({
      page,
    }) => {
      const row = await firstWithCaller(page)
      await row.getByRole('link').first().click()
      await page.getByRole('link', { name: 'Block this caller' }).click()
      const form = blockNumbersForm(page)
      await expect(form.name).not.toHaveValue('')
      const name = await form.name.inputValue()
      await page.keyboard.press('Escape')
      await expect(form.dialog).toBeHidden()
      await expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
    })

    test('a form that a button opened returns the focus to it', async ({ page }) => {
      await page.goto('/blocklist')
      const form = blockNumbersForm(page)
      await form.open()
      await expect(form.dialog.locator(':focus')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(form.dialog).toBeHidden()
      const button = page.getByRole('main').getByRole('button', { name: 'Block numbers' })
      await expect(button).toBeFocused()
    })
  })
}

test('the caller of a call is blocked for its company', async ({ page, blocklist }) => {
  const row = await firstWithCaller(page)
  const [, shown = ''] = /\+([\d ]{7,})→/.exec((await row.textContent()) ?? '') ?? []
  const number = shown.replaceAll(' ', '')
  await row.getByRole('link').first().click()
  await page.getByRole('link', { name: 'Block this caller' }).click()
  const form = blockNumbersForm(page)
  await form.expectEntries(`+${number}`)
  await expect(form.dialog.getByRole('radio', { name: 'Company' })).toBeChecked()
  await expect(form.name).not.toHaveValue('')
  const reference = await form.reference.inputValue()
  const name = await form.name.inputValue()
  await form.submit()
  await expect(page.getByText(/^1 number blocked for .*\.$/)).toBeVisible()
  expect(await blocklist.numbersOf('company', reference)).toContain(number)
  await expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(/failed-calls/)
})
