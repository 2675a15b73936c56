import { expect, test } from '../support/redial.ts'
import { blockNumbersForm, paste } from './block-numbers-form.ts'
import { signedInPartner } from './blocklist-account.ts'

test('more than 10,000 numbers are sent in batches, and the service accepts each', async ({
  page,
  redial,
}) => {
  test.slow()
  const service = await signedInPartner(page, redial, { companies: ['Many'] })
  await page.goto('/blocklist?context=company&entity=Many&add=true')
  const form = blockNumbersForm(page)
  const numbers = Array.from({ length: 12_000 }, (_, index) => String(27_831_000_000 + index))
  await service.block('company', 'Many', numbers.slice(0, 3))
  await paste(form.number(1), numbers)
  await expect(form.dialog).toContainText('12,000 of 12,000 entries can be sent.')
  await form.submit()
  await expect(
    page.getByText('11,997 numbers blocked for Many. 3 were blocked already.'),
  ).toBeVisible({ timeout: 60_000 })
  expect(await service.numbersOf('company', 'Many')).toEqual(numbers)
})
