import { addDays, dayOf } from '../../contract/time/calendar-date.ts'
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

test('a search that finds nothing today continues in the last 30 days', async ({
  page,
  service,
}) => {
  const today = dayOf(new Date(), 'Africa/Johannesburg')
  service.list([failedCall(1, { company: 'Dune', day: today })])
  await page.goto('/failed-calls?q=27825559999')
  await expect(page.getByText('No matching events')).toBeVisible()
  service.list([failedCall(9999, { company: 'Echo', day: addDays(today, -20) })])
  await page.getByRole('button', { name: 'Search the last 30 days' }).click()
  await expect(events(page).getByRole('row').filter({ hasText: 'Echo' })).toHaveCount(1)
  await expect(page.getByRole('searchbox')).toHaveValue('27825559999')
})

test('a search in 30 days suggests no wider range', async ({ page, service }) => {
  const today = dayOf(new Date(), 'Africa/Johannesburg')
  service.list([failedCall(1, { day: today })])
  await page.goto(`/failed-calls?q=27825559999&from=${addDays(today, -29)}&to=${today}`)
  await expect(page.getByText('No matching events')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search the last 30 days' })).toHaveCount(0)
})
