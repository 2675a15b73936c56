import type { Locator } from '@playwright/test'
import { pageOf } from '../support/other-service.ts'
import { expect, test } from '../support/redial.ts'
import { blockNumbersForm } from './block-numbers-form.ts'
import {
  ACME,
  ENTRIES,
  type Form,
  filledForm,
  LIST,
  NUMBERS,
  RECORD,
  submitted,
} from './form-of-other-service.ts'

test.use({
  baseURL: async ({ otherService }, use) => use(otherService.url),
})
test.beforeEach(({ context, otherService }) => context.addCookies([otherService.session]))

/** A 400 of the service, and the text that each place then shows. */
const REFUSALS: {
  shape: string
  body: unknown
  fields?: (form: Form) => [field: Locator, words: string][]
  atList?: string
  aboveForm?: string[]
}[] = [
  {
    shape: 'in a list, by position',
    body: { [NUMBERS]: [{}, { phone_number: ['No such number.'] }] },
    fields: form => [[form.number(3), 'No such number.']],
  },
  {
    shape: 'in a list, by index',
    body: { [NUMBERS]: { 1: { phone_number: ['No such number.'] } } },
    fields: form => [[form.number(3), 'No such number.']],
  },
  {
    shape: 'of several entries, with several messages',
    body: {
      [NUMBERS]: [{ phone_number: ['Too odd.', 'Too long.'] }, {}, { phone_number: ['Unknown.'] }],
    },
    fields: form => [
      [form.number(1), 'Too odd. Too long.'],
      [form.number(4), 'Unknown.'],
    ],
  },
  {
    shape: 'of an entry as a whole',
    body: { [NUMBERS]: [{}, {}, { non_field_errors: ['Not this one.'] }] },
    fields: form => [[form.number(4), 'Not this one.']],
  },
  {
    shape: 'of an entry that was not sent',
    body: { [NUMBERS]: { 8: { phone_number: ['No such number.'] } } },
    aboveForm: [`${NUMBERS}, entry 9, phone_number: No such number.`],
  },
  {
    shape: 'of the list as a whole',
    body: { [NUMBERS]: { non_field_errors: ['This list may not be empty.'] } },
    atList: 'This list may not be empty.',
  },
  {
    shape: 'of the list, flat',
    body: { [NUMBERS]: ['Too many numbers.'] },
    atList: 'Too many numbers.',
  },
  {
    shape: 'in the nested entity',
    body: { entity: { reference: ['Unknown reference.'], name: ['Unknown name.'] } },
    fields: form => [
      [form.reference, 'Unknown reference.'],
      [form.name, 'Unknown name.'],
    ],
  },
  {
    shape: 'of the entity, flat',
    body: { entity: ['Not active.'] },
    fields: form => [[form.reference, 'Not active.']],
  },
  {
    shape: 'of the entity as a whole',
    body: { entity: { non_field_errors: ['Not active.'] } },
    fields: form => [[form.reference, 'Not active.']],
  },
  {
    shape: 'of the context',
    body: { entity_context_name: ['"company" is not a valid choice.'] },
    fields: form => [[form.context, '"company" is not a valid choice.']],
  },
  {
    shape: 'of the whole request',
    body: { non_field_errors: ['Not on a Sunday.', 'Not today.'] },
    aboveForm: ['Not on a Sunday.', 'Not today.'],
  },
  {
    shape: 'of the whole request, as a bare array',
    body: ['Not on a Sunday.', 'Not today.'],
    aboveForm: ['Not on a Sunday.', 'Not today.'],
  },
  {
    shape: 'of a field that the form lacks',
    body: { colour: ['This field is required.'] },
    aboveForm: ['colour: This field is required.'],
  },
  {
    shape: 'at every place at once',
    body: {
      [NUMBERS]: { 0: { phone_number: ['No such number.'] }, non_field_errors: ['Too many.'] },
      entity: { reference: ['Unknown reference.'] },
      colour: ['This field is required.'],
      non_field_errors: ['Not today.'],
    },
    fields: form => [
      [form.number(1), 'No such number.'],
      [form.reference, 'Unknown reference.'],
    ],
    atList: 'Too many.',
    aboveForm: ['colour: This field is required.', 'Not today.'],
  },
  {
    shape: 'in a Detail body',
    body: { detail: 'JSON parse error' },
    aboveForm: ['JSON parse error'],
  },
  {
    shape: 'in a Blocklist body',
    body: { error: 'Company "ACME" is closed.' },
    aboveForm: ['Company "ACME" is closed.'],
  },
  {
    shape: 'in no shape at all',
    body: '<h1>Bad request</h1>',
    aboveForm: ['The service did not accept this'],
  },
]

test('a refusal of any shape is shown where it belongs, and nothing typed is lost', async ({
  page,
  otherService,
}) => {
  otherService.answers(LIST)
  const form = await filledForm(page)
  for (const { shape, body, fields = () => [], atList, aboveForm = [] } of REFUSALS) {
    await test.step(shape, async () => {
      otherService.answers({ ...LIST, 'POST /v1/blocklist/': [400, body] })
      await submitted(page, form)

      const wrong = fields(form)
      for (const [field, words] of wrong) await expect(field).toHaveAccessibleDescription(words)
      const alerts = form.dialog.getByRole('alert')
      const listAlert = form.numbers.getByRole('alert')
      if (atList) await expect(listAlert).toHaveText(atList)
      for (const words of aboveForm) await expect(alerts.first()).toContainText(words)
      await expect(listAlert).toHaveCount(atList ? 1 : 0)
      await expect(alerts).toHaveCount((atList ? 1 : 0) + (aboveForm.length > 0 ? 1 : 0))
      // No other field is wrong, and nothing is left of the refusal before this one.
      await expect(form.dialog.locator('[aria-invalid="true"]')).toHaveCount(
        wrong.filter(([field]) => field !== form.context).length,
      )
      if (wrong.every(([field]) => field !== form.context)) {
        await expect(form.context).toHaveAccessibleDescription('')
      }

      await expect(form.name).toHaveValue(ACME.name)
      await expect(form.reference).toHaveValue(ACME.reference)
      await form.expectEntries(...ENTRIES)
      expect(otherService.requests('POST', '/v1/blocklist/')).toHaveLength(1)
    })
  }
})

test('errors that come in two rounds are both shown, and then the numbers are blocked', async ({
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

test('what becomes wrong later is not among what was left out on purpose', async ({
  page,
  otherService,
}) => {
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
