import type { Locator, Page } from '@playwright/test'
import { type Answers, pageOf } from '../support/other-service.ts'
import { expect, test } from '../support/redial.ts'
import { blockNumbersForm } from './block-numbers-form.ts'

test.use({
  baseURL: async ({ otherService }, use) => use(otherService.url),
})
test.beforeEach(({ context, otherService }) => context.addCookies([otherService.session]))

const ACME = { reference: 'ACME', name: 'Acme Cars' }
const RECORD = {
  id: 7,
  entity_context_name: 'company',
  entity: ACME,
  blocked_phone_number_list: [{ phone_number: '27825550000' }],
}
const LIST: Answers = {
  'GET /v1/blocklist/': [200, pageOf([RECORD])],
  'GET /v2/company/': [200, pageOf([ACME])],
}
/** The empty one is not sent, so that the service counts 0, 1, 2 where the person sees 1, 3, 4. */
const ENTRIES = ['+27 82 555 0001', '', '27825550002', '27825550003']
const NUMBERS = 'blocked_phone_number_list'

type Form = ReturnType<typeof blockNumbersForm>

/** A 400 of the service, and the words that then stand at each place. */
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

test('the form is there to be filled while the companies are on their way', async ({
  page,
  otherService,
}) => {
  otherService.answers(LIST)
  otherService.hold('GET /v2/company/')
  const asked = page.waitForRequest(/\/v2\/company\//)
  const form = await filledForm(page)
  await asked
  await form.expectEntries(...ENTRIES)
  otherService.release()
  await form.expectEntries(...ENTRIES)
})

test('an add that fails for another reason says so above the form, and nothing typed is lost', async ({
  page,
  otherService,
}) => {
  otherService.answers(LIST)
  const form = await filledForm(page)
  for (const { what, status, body, words } of [
    {
      what: 'a lost permission',
      status: 403,
      body: { detail: 'You do not have permission to perform this action.' },
      words: 'The blocklist is not enabled for this token',
    },
    {
      what: 'a fault of the service',
      status: 500,
      body: '<h1>Server Error (500)</h1>',
      words: 'The service could not answer',
    },
    {
      what: 'an answer that is no success',
      status: 200,
      body: pageOf([RECORD]),
      words: 'The answer could not be read',
    },
  ]) {
    await test.step(what, async () => {
      otherService.answers({ ...LIST, 'POST /v1/blocklist/': [status, body] })
      await submitted(page, form)
      await expect(form.dialog.getByRole('alert')).toContainText(words)
      await form.expectEntries(...ENTRIES)
    })
  }
})

test('an unblock that fails is told in its dialog, and the number stays on the list', async ({
  page,
  otherService,
}) => {
  otherService.answers({
    ...LIST,
    'POST /v1/blocklist/unblock/': [500, { detail: 'A server error occurred.' }],
  })
  await page.goto('/blocklist')
  await page.getByRole('button', { name: 'Unblock 27825550000' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unblock 27825550000?' })
  await dialog.getByRole('button', { name: 'Unblock', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('The service could not answer')
  await dialog.getByRole('button', { name: 'Keep blocked' }).click()
  await expect(page.getByRole('row').filter({ hasText: '27825550000' })).toBeVisible()
})

test('failed, offline and empty are told apart, and Try again tries again', async ({
  page,
  otherService,
}) => {
  otherService.answers({ 'GET /v1/blocklist/': [500, '<h1>Server Error (500)</h1>'] })
  await page.goto('/blocklist')
  const alert = page.getByRole('alert')
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await expect(alert).toContainText('The service could not answer')
  await expect(page.getByText(/No numbers/)).toHaveCount(0)

  await page.context().setOffline(true)
  await tryAgain.click()
  await expect(alert).toContainText('No connection')
  await expect(alert).not.toContainText('The service could not answer')
  // It asks by itself once the connection is back.
  await page.context().setOffline(false)
  await expect(alert).toContainText('The service could not answer')

  otherService.answers(LIST)
  await tryAgain.click()
  await expect(page.getByRole('row').filter({ hasText: '27825550000' })).toBeVisible()
  await expect(alert).toHaveCount(0)

  otherService.answers({})
  await page.reload()
  await expect(
    page.getByRole('heading', { name: 'No numbers are blocked for any company' }),
  ).toBeVisible()
})

test('while the list is on its way the page says so, and counts nothing', async ({
  page,
  otherService,
}) => {
  otherService.answers(LIST)
  otherService.hold('GET /v1/blocklist/')
  await page.goto('/blocklist')
  await expect(page.getByRole('status').filter({ hasText: 'Loading the blocklist' })).toBeVisible()
  await expect(page.getByText(/No numbers/)).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Company', exact: true })).toBeVisible()
  otherService.release()
  await expect(page.getByRole('tab', { name: 'Company 1', exact: true })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '27825550000' })).toBeVisible()
})

test('a list that can’t be read again stays in sight and is marked as old', async ({
  page,
  otherService,
}) => {
  otherService.answers(LIST)
  const form = await filledForm(page)
  otherService.answers({
    'GET /v1/blocklist/': [500, {}],
    'POST /v1/blocklist/': [400, { non_field_errors: ['Not today.'] }],
  })
  await form.submit()
  await form.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('This list may be out of date.')
  await expect(page.getByRole('row').filter({ hasText: '27825550000' })).toBeVisible()
  // It may be asked for once more by itself: then the answer would come before the click.
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  otherService.answers(LIST)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

/** The form, filled for Acme Cars. */
async function filledForm(page: Page): Promise<Form> {
  await page.goto('/blocklist?entity=ACME&add=true')
  const form = blockNumbersForm(page)
  await expect(form.reference).toHaveValue(ACME.reference)
  await form.enter(...ENTRIES)
  return form
}

/** Submits the form, and waits until it has taken in the answer. */
async function submitted(page: Page, form: Form) {
  const answered = page.waitForResponse(
    response => response.request().method() === 'POST' && response.url().endsWith('/v1/blocklist/'),
  )
  await form.submit()
  await answered
  const button = form.dialog.getByRole('button', { name: /^Block ([\d,]+ )?number/ })
  await expect(button).not.toHaveAttribute('data-loading')
}
