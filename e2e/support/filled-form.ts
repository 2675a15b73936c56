import type { Page } from '@playwright/test'
import { blockNumbersForm, paste } from '../blocklist/block-numbers-form.ts'
import { expect } from './redial.ts'

/** The form for the company “ACME” of another service, with valid numbers only. */
export async function filledForm(page: Page, numbers: string[]) {
  await page.goto('/blocklist?context=company&entity=ACME&add=true')
  const form = blockNumbersForm(page)
  await expect(form.reference).toHaveValue('ACME')
  await paste(form.number(1), numbers)
  const count = numbers.length.toLocaleString('en')
  await expect(form.dialog).toContainText(`${count} of ${count} entries can be sent.`)
  return form
}
