// Long: sorts the list, its groups and the receivers on a phone, and examines them with axe.
import { events } from '../failed-events/range-view.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, test } from '../support/listing-service.ts'
import { onDemo } from '../support/redial.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
test.use(PHONE)
onDemo.use(PHONE)

test('a phone sorts the list and its groups', async ({ page, service }) => {
  service.list([
    failedCall(3, { company: 'Berg Auto', at: '11:00' }),
    failedCall(2, { company: 'Acme Cars', at: '10:00' }),
    failedCall(1, { company: 'Coastal', at: '09:00' }),
  ])
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  const companies = events(page).getByRole('link')
  await expect(companies).toHaveText(['Berg Auto', 'Acme Cars', 'Coastal'])
  await page.getByRole('button', { name: 'Search and filters' }).click()
  const sortBy = (name: string) =>
    page.getByRole('table').getByRole('columnheader', { name }).getByRole('button').click()
  await sortBy('Company')
  await expect(companies).toHaveText(['Acme Cars', 'Berg Auto', 'Coastal'])
  await expect(page).toHaveURL(/sort=company/)
  await expectAccessible(page)
  await sortBy('Failed at')
  await sortBy('Failed at')
  await expect(companies).toHaveText(['Coastal', 'Acme Cars', 'Berg Auto'])

  await page.getByRole('button', { name: 'Grouped' }).click()
  await page.getByRole('button', { name: 'By company' }).click()
  await sortBy('Company')
  const groups = page.getByRole('table', { name: 'Groups of failures' }).getByRole('rowheader')
  await expect(groups).toContainText(['Acme Cars', 'Berg Auto', 'Coastal'])
  await expectAccessible(page)
})

onDemo('a phone sorts the receivers', async ({ page }) => {
  await page.goto('/receivers')
  const header = page.getByRole('columnheader', { name: 'Last failed attempt' })
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expectAccessible(page)
})
