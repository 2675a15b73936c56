import type { Page } from '@playwright/test'
import { lookOverAll } from '../support/look-over-all.ts'
import type { RedialWithReceivers } from './redial-with-receivers.ts'
import { expectEventually, outcome } from './run-page.ts'

/** Redial then knows that the receiver fails, whatever other tests have sent to it. */
export async function failOnce(
  page: Page,
  { two, listFailures }: RedialWithReceivers,
): Promise<void> {
  two.behave(503)
  await lookOverAll(page, await listFailures({ receiver: two, count: 1 }))
  await page.getByRole('button', { name: 'Send 1 event' }).click()
  await expectEventually(
    page.getByRole('button', { name: 'Keep trying' }).or(outcome(page, '1 failed again')),
  )
}
