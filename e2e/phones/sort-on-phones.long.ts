// Long: sorts the list and its groups on a phone, and examines both with axe.
import { events } from '../failed-events/range-view.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, test } from '../support/listing-service.ts'

test.use({
  viewport: { width: 390, height: 844 },
})

test('a phone sorts the list and its groups', async ({ page, service }) => {
  service.list([
    failedCall(3, { company: 'Berg Auto', at: '11:00' }),
    failedCall(2, { company: 'Acme Cars', at: '10:00' }),
    failedCall(1, { company: 'Coastal', at: '09:00' }),
  ])
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  const companies = events(page).getByRole('link')
  await expect(companies).toHaveText(['Berg Auto', 'Acme Cars', 'Coastal'])
  const sort = page.getByLabel('Sort')
  await expect(sort).toBeHidden()
  await page.getByRole('button', { name: 'Search and filters' }).click()
  await sort.selectOption('Company, A to Z')
  await expect(companies).toHaveText(['Acme Cars', 'Berg Auto', 'Coastal'])
  await expect(page).toHaveURL(/sort=company/)
  await expectAccessible(page)

  await page.reload()
  await page.getByRole('button', { name: 'Search and filters' }).click()
  await expect(sort.getByRole('option', { selected: true })).toHaveText('Company, A to Z')
  await sort.selectOption('Oldest first')
  await expect(companies).toHaveText(['Coastal', 'Acme Cars', 'Berg Auto'])

  await page.getByRole('button', { name: 'Grouped' }).click()
  await page.getByRole('button', { name: 'By company' }).click()
  await expect(sort.getByRole('option', { selected: true })).toHaveText('Most missing first')
  await sort.selectOption('Name, Z to A')
  const groups = page.getByRole('table', { name: 'Groups of failures' }).getByRole('rowheader')
  await expect(groups).toContainText(['Coastal', 'Berg Auto', 'Acme Cars'])
})
