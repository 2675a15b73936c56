import { expect, onDemo as test } from './support/redial.ts'

test('the receivers begin with the one that failed most', async ({ page }) => {
  await page.goto('/receivers')
  const table = page.getByRole('table', { name: 'Receivers' })
  await expect(table.getByRole('columnheader', { name: 'Failed', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  // At once, because the rows may change places between two questions.
  const counts = await table.evaluate(element =>
    [...element.querySelectorAll('tbody td:nth-of-type(2)')].map(cell =>
      Number(cell.textContent.replace(/\D/g, '')),
    ),
  )
  expect(counts.length).toBeGreaterThan(1)
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))
})

test('events that name no receiver have no test of a receiver', async ({ page }) => {
  await page.goto('/receivers?receiver=Receiver+unknown')
  await expect(page.getByRole('table', { name: 'Receivers' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
