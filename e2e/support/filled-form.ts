import type { Page } from '@playwright/test'
import { blockNumbersForm, paste } from '../blocklist/block-numbers-form.ts'
import { expect } from './redial.ts'

/**
 * The form for the company “ACME” of another service, with valid numbers only.
 *
 * @param listed how many of them are on the list already
 */
export async function filledForm(page: Page, numbers: string[], listed = 0) {
  await page.goto('/blocklist?context=company&entity=ACME&add=true')
  const form = blockNumbersForm(page)
  await expect(form.reference).toHaveValue('ACME')
  await paste(form.number(1), numbers)
  const [count, all] = [numbers.length - listed, numbers.length].map(each =>
    each.toLocaleString('en'),
  )
  await expect(form.dialog).toContainText(`${count} of ${all} entries can be sent.`)
  return form
}
