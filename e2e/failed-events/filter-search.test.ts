import { expect, failedCall, test } from '../support/listing-service.ts'
import { events } from './range-view.ts'

test('a filter with many choices takes what a person types at once', async ({ page, service }) => {
  const companies = ['Acme', 'Berg', 'Cape', 'Dune', 'Echo', 'Fox', 'Gold', 'Hill', 'Ivy', 'Jade']
  service.list(companies.map((company, index) => failedCall(index, { company })))
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&view=all')
  const filter = page.getByRole('button', { name: 'Company', exact: true })
  await filter.click()
  const choices = page.getByRole('dialog', { name: 'Company' })
  await expect(choices.getByRole('button', { name: 'Dune' })).toBeVisible()
  await page.keyboard.type('du')
  await page.keyboard.press('Enter')
  await expect(events(page).getByRole('row').filter({ hasText: 'Dune' })).toHaveCount(1)
  await expect(events(page).getByRole('row').filter({ hasText: 'Berg' })).toHaveCount(0)
  await expect(choices).toBeHidden()

  await page.getByRole('button', { name: /^Company: Dune/ }).click()
  await expect(choices.getByRole('searchbox')).toBeFocused()
})
