import type { Locator } from '@playwright/test'
import { boxOf } from '../support/box-of.ts'
import { expect, test } from '../support/redial.ts'

test.use({ demo: 'AI events on phones', viewport: { width: 390, height: 844 } })

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [first, second] = [await boxOf(one), await boxOf(other)]
  return (
    first.x < second.right &&
    second.x < first.right &&
    first.y < second.bottom &&
    second.y < first.bottom
  )
}

test('the checkbox of an AI event covers nothing else', async ({ signedIn: page }) => {
  await page.goto(page.url().replace('/failed-calls', '/failed-ai-events'))
  const row = page
    .getByRole('table', { name: 'Failed AI events' })
    .getByRole('row')
    .filter({ hasText: /Acme|Müller|Blouberg|Kwela/ })
    .first()
  await row.getByRole('button', { name: /^Replay/ }).click()
  await expect(row).toContainText('Delivered')
  const checkbox = row.getByRole('checkbox')
  for (const part of [
    row.getByText(/^\+27 /),
    row.getByRole('link').first(),
    row.locator('time'),
  ]) {
    expect(await overlap(checkbox, part.first())).toBe(false)
  }
})
