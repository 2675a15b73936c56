import type { Page } from '@playwright/test'
import { type Answers, pageOf } from '../support/other-service.ts'
import { expect } from '../support/redial.ts'
import { blockNumbersForm } from './block-numbers-form.ts'
import { ACME } from './kept-list.ts'

export const RECORD = {
  id: 7,
  entity_context_name: 'company',
  entity: ACME,
  blocked_phone_number_list: [{ phone_number: '27825550000' }],
}

export const LIST: Answers = {
  'GET /v1/blocklist/': [200, pageOf([RECORD])],
  'GET /v2/company/': [200, pageOf([ACME])],
}

/** The empty one is not sent, so that the service counts 0, 1, 2 where the person sees 1, 3, 4. */
export const ENTRIES = ['+27 82 555 0001', '', '27825550002', '27825550003']

export const NUMBERS = 'blocked_phone_number_list'

export type Form = ReturnType<typeof blockNumbersForm>

/** The form, filled for Acme Cars. */
export async function filledForm(page: Page): Promise<Form> {
  await page.goto('/blocklist?entity=ACME&add=true')
  const form = blockNumbersForm(page)
  await expect(form.reference).toHaveValue(ACME.reference)
  await form.enter(...ENTRIES)
  return form
}

/** Submits the form, and waits until it has taken in the answer. */
export async function submitted(page: Page, form: Form) {
  const answered = page.waitForResponse(
    response => response.request().method() === 'POST' && response.url().endsWith('/v1/blocklist/'),
  )
  await form.submit()
  await answered
  const button = form.dialog.getByRole('button', { name: /^Block ([\d,]+ )?number/ })
  await expect(button).not.toHaveAttribute('data-loading')
}
