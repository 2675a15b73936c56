// Long: draws every state of the pages in forced colours.
import type { Locator } from '@playwright/test'
import { signedInPartner } from './blocklist/blocklist-account.ts'
import { expect, test } from './support/redial.ts'

const backgroundOf = (element: Locator) =>
  element.evaluate(shown => getComputedStyle(shown).backgroundColor)

/** Whether the browser itself draws a checkbox or a radio button. */
const isDrawnByBrowser = (element: Locator) =>
  element.evaluate(shown => getComputedStyle(shown).appearance === 'auto')

/** What is chosen has another background than what isn't. */
async function expectChosen(chosen: Locator, other: Locator) {
  await expect(chosen).toBeVisible()
  await expect
    .poll(async () => (await backgroundOf(chosen)) === (await backgroundOf(other)))
    .toBe(false)
}

test('forced colours show what is selected', async ({ page, redial }) => {
  const account = await signedInPartner(page, redial, { companies: ['Berg Auto', 'Quiet Cars'] })
  await account.block('company', 'Berg Auto', ['27821230001'])
  await account.block('company', 'Quiet Cars', ['27821230002'])
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/failed-calls')
  const link = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true })
  await expectChosen(link('Failed calls'), link('Replays'))
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await expectChosen(button('Today'), button('Yesterday'))
  await expectChosen(button('List'), button('Grouped'))

  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('checkbox', { name: 'State' })).toBeChecked()
  expect(await isDrawnByBrowser(page.getByRole('checkbox', { name: 'State' }))).toBe(true)

  await page.goto('/')
  const logo = page.getByRole('link', { name: 'Redial', exact: true })
  await expectChosen(link('Overview'), link('Replays'))
  expect(await backgroundOf(logo)).toBe(await backgroundOf(link('Replays')))

  await page.goto('/blocklist?context=company&add=true')
  await expect(page.getByRole('radio', { name: 'Company' })).toBeChecked()
  expect(await isDrawnByBrowser(page.getByRole('radio', { name: 'Company' }))).toBe(true)

  await page.goto('/blocklist?context=company')
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  await expectChosen(tab(/^Company/), tab(/^Group/))
  const company = (name: RegExp) => page.getByRole('link', { name })
  await expectChosen(company(/^Berg Auto/), company(/^Quiet Cars/))
})

test('forced colours tell recovered from missing events', async ({ signedIn: page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const chart = page.getByRole('region', { name: 'The last 30 days' })
  const legend = (name: string) => chart.getByText(name, { exact: true })
  const look = (name: string) =>
    legend(name).evaluate(shown => {
      const { backgroundColor, borderTopWidth } = getComputedStyle(shown, '::before')
      return { backgroundColor, borderTopWidth }
    })
  await expect(legend('Delivered or handled')).toBeVisible()
  const [recovered, missing] = [await look('Delivered or handled'), await look('Still missing')]
  expect(recovered.backgroundColor).not.toBe(missing.backgroundColor)
  expect(recovered.backgroundColor).toBe(await backgroundOf(page.locator('body')))
  expect(recovered.borderTopWidth).toBe('1px')
})

test('forced colours show the open row and its final failure', async ({ signedIn: page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const row = page.getByRole('row').filter({ has: page.locator('[data-opens]') })
  await row.first().getByRole('link').click()
  await expect(row.first()).toHaveCSS('outline-style', 'solid')
  await expect(row.nth(1)).toHaveCSS('outline-style', 'none')
  const finalFailure = page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: 'Final failure' })
  const dot = await finalFailure.evaluate(entry => {
    const { backgroundColor, borderTopColor } = getComputedStyle(entry, '::after')
    return { backgroundColor, borderTopColor }
  })
  expect(dot.backgroundColor).toBe(dot.borderTopColor)
})
