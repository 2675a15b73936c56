import { pageOf } from '../support/other-service.ts'
import { expect, test } from '../support/redial.ts'
import { blockNumbersForm } from './block-numbers-form.ts'
import { ACME, filledForm, LIST, NUMBERS, RECORD } from './form-of-other-service.ts'
import { expectRefusalsShown, REFUSALS } from './refusals.ts'

test.use({
  baseURL: async ({ otherService }, use) => use(otherService.url),
})
test.beforeEach(({ context, otherService }) => context.addCookies([otherService.session]))

// refused-block-of-other-service.long.ts has all shapes, and server-errors.test.ts reads each of them.
const SHAPES = [
  'in a list, by position',
  'of the list as a whole',
  'in the nested entity',
  'of the context',
  'at every place at once',
  'in no shape at all',
]

test('refusals in several formats are shown at their fields, and the input is kept', async ({
  page,
  otherService,
}) => {
  const refusals = REFUSALS.filter(({ shape }) => SHAPES.includes(shape))
  expect(refusals).toHaveLength(SHAPES.length)
  await expectRefusalsShown(page, otherService, refusals)
})

test('errors of two attempts are shown one after the other, and then the numbers are blocked', async ({
  page,
  otherService,
}) => {
  otherService.answers({
    ...LIST,
    'POST /v1/blocklist/': [400, { [NUMBERS]: [{}, { phone_number: ['No such number.'] }] }],
  })
  const form = await filledForm(page)
  await form.submit()
  await expect(form.number(3)).toHaveAccessibleDescription('No such number.')

  otherService.answers({
    ...LIST,
    'POST /v1/blocklist/': [400, { non_field_errors: ['Not today.'] }],
  })
  await form.number(3).fill('27825550009')
  await expect(form.number(3)).not.toHaveAttribute('aria-invalid', 'true')
  await form.submit()
  await expect(form.dialog.getByRole('alert')).toHaveText('Not today.')
  await expect(form.number(3)).not.toHaveAttribute('aria-invalid', 'true')

  const numbers = ['27825550000', '27825550001', '27825550003', '27825550009']
  const updated = { ...RECORD, [NUMBERS]: numbers.map(phone_number => ({ phone_number })) }
  // The list is read once more before the numbers are sent.
  let listed = RECORD
  otherService.answers({
    'GET /v1/blocklist/': () => [200, pageOf([listed])],
    'POST /v1/blocklist/': () => {
      listed = updated
      return [201, updated]
    },
  })
  await form.submit()
  await expect(page.getByText('3 numbers blocked for Acme Cars.')).toBeVisible()
  const [request] = otherService.requests('POST', '/v1/blocklist/')
  expect(JSON.parse(request?.body ?? '')).toEqual({
    entity: ACME,
    entity_context_name: 'company',
    blocked_phone_number_list: [
      { phone_number: '27825550001' },
      { phone_number: '27825550009' },
      { phone_number: '27825550003' },
    ],
  })
})

test('entries that become invalid later are not skipped', async ({ page, otherService }) => {
  otherService.answers({
    ...LIST,
    'POST /v1/blocklist/': [400, { [NUMBERS]: [{ phone_number: ['No such number.'] }, {}] }],
  })
  await page.goto('/blocklist?entity=ACME&add=true')
  const form = blockNumbersForm(page)
  await expect(form.reference).toHaveValue(ACME.reference)
  await form.enter('nobody', '27825550002')
  const leaveOut = form.dialog.getByRole('checkbox', { name: 'Skip 1 invalid entry' })
  await leaveOut.check()
  await form.number(1).fill('27825550001')
  await expect(leaveOut).toHaveCount(0)
  await form.submit()
  await expect(form.number(1)).toHaveAccessibleDescription('No such number.')
  await expect(leaveOut).not.toBeChecked()
  await leaveOut.check()
  await form.number(2).fill('no one')
  await expect(
    form.dialog.getByRole('checkbox', { name: 'Skip 2 invalid entries' }),
  ).not.toBeChecked()
})
