// Long: the form is sent again after each refusal.
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, onOtherService as test } from '../support/redial.ts'
import { openForm } from './block-numbers-form.ts'
import { ACME, ENTRIES, filledForm, keepList, submitted } from './kept-list.ts'

const NUMBERS = 'blocked_phone_number_list'
const LISTED = ['27825550000']

test('a refusal is shown where it belongs until the next try', async ({ page, otherService }) => {
  const list = keepList(otherService, LISTED)
  list.onAdd = () => [
    400,
    {
      // The second of the numbers that were sent is the third that the person sees.
      [NUMBERS]: {
        1: { phone_number: ['Too odd.', 'Too long.'] },
        non_field_errors: ['Too many.'],
      },
      entity: { reference: ['Unknown reference.'], name: ['Unknown name.'] },
      entity_context_name: ['"company" is not a valid choice.'],
      colour: ['This field is required.'],
      non_field_errors: ['Not today.'],
    },
  ]
  const form = await filledForm(page)
  await submitted(page, form)
  await expect(form.number(3)).toHaveAccessibleDescription('Too odd. Too long.')
  await expect(form.reference).toHaveAccessibleDescription('Unknown reference.')
  await expect(form.name).toHaveAccessibleDescription('Unknown name.')
  await expect(form.context).toHaveAccessibleDescription('"company" is not a valid choice.')
  await expect(form.dialog.locator('[aria-invalid="true"]')).toHaveCount(3)
  const alerts = form.dialog.getByRole('alert')
  await expect(alerts).toHaveCount(2)
  await expect(alerts.first()).toContainText('colour: This field is required.')
  await expect(alerts.first()).toContainText('Not today.')
  await expect(form.numbers.getByRole('alert')).toHaveText('Too many.')
  await expectAccessible(page)
  await expect(form.name).toHaveValue(ACME.name)
  await expect(form.reference).toHaveValue(ACME.reference)
  await form.expectEntries(...ENTRIES)

  list.onAdd = () => [400, { non_field_errors: ['Not today.'] }]
  await form.number(3).fill('27825550009')
  await expect(form.number(3)).not.toHaveAttribute('aria-invalid', 'true')
  await form.submit()
  await expect(form.dialog.getByRole('alert')).toHaveText('Not today.')
  await expect(form.dialog.locator('[aria-invalid="true"]')).toHaveCount(0)

  list.onAdd = () => null
  await form.submit()
  await expect(page.getByText('3 numbers blocked for Acme Cars.')).toBeVisible()
  const request = otherService.requests('POST', '/v1/blocklist/').at(-1)
  expect(JSON.parse(request?.body ?? '')).toEqual({
    entity: ACME,
    entity_context_name: 'company',
    [NUMBERS]: ['27825550001', '27825550009', '27825550003'].map(phone_number => ({
      phone_number,
    })),
  })
})

test('a refused number is skipped, and sent again if alone', async ({ page, otherService }) => {
  const list = keepList(otherService, [])
  list.onAdd = sent =>
    sent.includes('27825550002')
      ? [400, { [NUMBERS]: [{}, { phone_number: ['No such number.'] }] }]
      : null
  const form = await openForm(page, 'context=company&entity=ACME')
  await form.enter('27825550001', '27825550002')
  await form.submit()
  await expect(form.number(2)).toHaveAccessibleDescription('No such number.')

  await form.dialog
    .getByRole('button', { name: 'Block 1 number (skip 1 invalid) for Acme Cars' })
    .click()
  await expect(form.dialog.getByRole('alert')).toContainText('1 invalid entry is still here.')
  await form.expectEntries('27825550002')
  await expect(form.number(1)).toHaveAccessibleDescription('No such number.')
  expect([...list.numbers]).toEqual(['27825550001'])

  list.onAdd = () => null
  await form.submit()
  // The sum of both requests, which one Undo takes back.
  await expect(page.getByText('2 numbers blocked for Acme Cars.')).toBeVisible()
  expect([...list.numbers]).toEqual(['27825550001', '27825550002'])
})
