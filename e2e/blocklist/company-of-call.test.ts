import { expect, failedCall, test } from '../support/listing-service.ts'
import { blockNumbersForm } from './block-numbers-form.ts'

test('a caller is blocked for a company that only the call names', async ({ page, service }) => {
  service.list([failedCall(1, { company: 'Acme Cars Sandton', caller: '27821230001' })])
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  await page.getByRole('row').filter({ hasText: 'Sandton' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Block this caller' }).click()
  const form = blockNumbersForm(page)
  await expect(form.reference).toHaveValue('acme-cars-sandton')
  await expect(form.name).toHaveValue('Acme Cars Sandton')
  await expect(form.submitButton).toHaveAccessibleName('Block 1 number for Acme Cars Sandton')
})

test('companies that the service doesn’t list are chosen by the calls that name them', async ({
  page,
  service,
}) => {
  service.list([
    failedCall(1, { company: 'Acme Cars Sandton' }),
    failedCall(2, { company: 'Berg Auto' }),
  ])
  await page.goto('/companies/Acme Cars Sandton?from=2026-11-21&to=2026-11-21')
  await page.getByRole('link', { name: 'Block numbers' }).click()
  const form = blockNumbersForm(page)
  await expect(form.reference).toHaveValue('acme-cars-sandton')
  await form.name.fill('berg')
  await page.getByRole('option', { name: 'Berg Auto' }).click()
  await expect(form.reference).toHaveValue('berg-auto')
})
