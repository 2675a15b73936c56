import { expect, type Locator, type Page, test } from '@playwright/test'
import type { OtherService } from '../support/other-service.ts'
import {
  ACME,
  ENTRIES,
  type Form,
  filledForm,
  LIST,
  NUMBERS,
  submitted,
} from './form-of-other-service.ts'

/** A 400 of the service, and its message at each place. */
type Refusal = {
  shape: string
  body: unknown
  fields?: (form: Form) => [field: Locator, words: string][]
  atList?: string
  aboveForm?: string[]
}

export const REFUSALS: Refusal[] = [
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

/** Submits the form once for each of these, which are shown where they belong; the form keeps its input. */
export async function expectRefusalsShown(
  page: Page,
  otherService: OtherService,
  refusals: Refusal[],
): Promise<void> {
  otherService.answers(LIST)
  const form = await filledForm(page)
  for (const { shape, body, fields = () => [], atList, aboveForm = [] } of refusals) {
    await test.step(shape, async () => {
      // Numbers that were refused before are skipped once, so they are sent again after this.
      otherService.answers({ ...LIST, 'POST /v1/blocklist/': [400, { colour: ['No.'] }] })
      await submitted(page, form)
      otherService.answers({ ...LIST, 'POST /v1/blocklist/': [400, body] })
      await submitted(page, form)

      const listErrors = atList === undefined ? [] : [atList]
      await expectFieldErrors(form, fields(form))
      const alerts = form.dialog.getByRole('alert')
      const listAlert = form.numbers.getByRole('alert')
      await expect(listAlert).toHaveText(listErrors)
      for (const words of aboveForm) await expect(alerts.first()).toContainText(words)
      await expect(alerts).toHaveCount(listErrors.length + Math.min(aboveForm.length, 1))

      await expect(form.name).toHaveValue(ACME.name)
      await expect(form.reference).toHaveValue(ACME.reference)
      await form.expectEntries(...ENTRIES)
      expect(otherService.requests('POST', '/v1/blocklist/')).toHaveLength(1)
    })
  }
}

/** Expects these errors next to their fields, and none that is left of an earlier refusal. */
async function expectFieldErrors(form: Form, errors: [field: Locator, words: string][]) {
  for (const [field, words] of errors) await expect(field).toHaveAccessibleDescription(words)
  const others = errors.filter(([field]) => field !== form.context)
  await expect(form.dialog.locator('[aria-invalid="true"]')).toHaveCount(others.length)
  if (others.length === errors.length) await expect(form.context).toHaveAccessibleDescription('')
}
