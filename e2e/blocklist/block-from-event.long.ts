// Long: goes from an event through the form to the blocklist.
import { blockNumbersForm } from './block-numbers-form.ts'
import { expect, test } from './blocklist-account.ts'

// Whose events come first differs from day to day: what is blocked here may be any company's.
test.use({ demo: 'block from event' })

test('the caller of a call is blocked for its company', async ({ page, blocklist }) => {
  await page.goto('/failed-calls')
  const row = page
    .getByRole('row')
    .filter({ hasText: /\+[\d ]{7,}→/ })
    .first()
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
