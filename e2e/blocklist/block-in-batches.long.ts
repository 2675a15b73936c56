import { filledForm } from '../support/filled-form.ts'
import { expect, test } from '../support/redial.ts'
import { blockNumbersForm, paste } from './block-numbers-form.ts'
import { keepList, manyNumbers } from './kept-list.ts'

test.use({
  baseURL: async ({ otherService }, use) => use(otherService.url),
})
test.beforeEach(({ context, otherService }) => context.addCookies([otherService.session]))

test('the rest is sent once, and refused numbers can be corrected', async ({
  page,
  otherService,
}) => {
  const list = keepList(otherService, ['27825550000'])
  list.onAdd = sent => {
    if (sent.length > 2) return [413, '']
    const isRefused = sent.includes('27831000002')
    return isRefused ? [400, { blocked_phone_number_list: [{ phone_number: ['Odd.'] }, {}] }] : null
  }
  await page.goto('/blocklist?context=company&entity=ACME&add=true')
  const form = blockNumbersForm(page)
  await expect(form.reference).toHaveValue('ACME')
  await paste(form.number(1), [...manyNumbers(4), '+27 83 100 0000'])
  await expect(form.dialog).toContainText('4 of 5 entries can be sent.')
  await form.submit()
  await expect(form.dialog.getByRole('alert')).toContainText(
    '2 numbers blocked for Acme Cars. 1 number was refused. 1 number is not blocked yet.',
  )
  await form.expectEntries('27831000002', '27831000003')
  await expect(form.number(1)).toHaveAccessibleDescription('Odd.')

  list.onAdd = () => null
  await form.submit()
  await expect(page.getByText('2 numbers blocked for Acme Cars.')).toBeVisible()
  expect(list.added).toEqual([4, 2, 2, 2])
  expect(list.numbers.size).toBe(5)
})

test('batches that are too large for the service are made smaller until they fit', async ({
  page,
  otherService,
}) => {
  const tooMany = {
    blocked_phone_number_list: ['Ensure this field has no more than 150 elements.'],
  }
  const refusals: Record<string, [status: number, body: unknown]> = {
    'the request is too large': [413, '<h1>Request Entity Too Large</h1>'],
    'the list is too long': [400, tooMany],
  }
  for (const [why, refusal] of Object.entries(refusals)) {
    await test.step(why, async () => {
      const list = keepList(otherService, ['27825550000'])
      list.onAdd = sent => (sent.length > 150 ? refusal : null)
      const form = await filledForm(page, manyNumbers(400))
      await form.submit()
      await expect(page.getByText('400 numbers blocked for Acme Cars.')).toBeVisible()
      expect(list.added).toEqual([400, 200, 100, 100, 100, 100])
      expect(list.numbers.size).toBe(401)
    })
  }
})

test('if even one number is too large, a message says so', async ({ page, otherService }) => {
  const list = keepList(otherService, ['27825550000'])
  list.onAdd = () => [413, { detail: 'Request body is too large' }]
  const form = await filledForm(page, manyNumbers(3))
  await form.submit()
  await expect(form.dialog.getByRole('alert')).toContainText(
    'The request is too large for the service',
  )
  await form.expectEntries(...manyNumbers(3))
  expect(list.added).toEqual([3, 2, 1])
})

test('numbers that a colleague has just blocked are not counted as yours', async ({
  page,
  otherService,
}) => {
  const list = keepList(otherService, ['27825550000'])
  const form = await filledForm(page, manyNumbers(3))
  for (const number of manyNumbers(2)) list.numbers.add(number)
  await form.submit()
  await expect(
    page.getByText('1 number blocked for Acme Cars. 2 were blocked already.'),
  ).toBeVisible()
})
