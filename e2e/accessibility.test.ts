import { blockNumbersForm } from './blocklist/block-numbers-form.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { expect, onDemo as test } from './support/redial.ts'

/* Tests of single pages examine most of them. each-page.long.ts and accessibility.long.ts check every page and its states. */

test('an open event and a form with errors are accessible', async ({ page }) => {
  await test.step('failed calls with an open event, its raw answer and what a search found in it', async () => {
    await page.goto('/failed-calls?kind=Call')
    await page.getByRole('table').getByRole('link', { name: 'Acme Cars Sandton' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Response details').first().click()
    await drawer.getByRole('searchbox').fill('acme')
    await expect(drawer.getByText(/^\d+ found$/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the form that blocks numbers, with errors', async () => {
    await page.goto('/blocklist')
    const form = blockNumbersForm(page)
    await form.open()
    await form.enter('082 555', '27825552001')
    await form.submit()
    await expect(form.number(1)).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
  })
})

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
