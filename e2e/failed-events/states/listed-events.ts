import type { Locator, Page } from '@playwright/test'
import { failedCall } from '../../support/listing-service.ts'
import { type ServiceWithReceiver, startServiceWithReceiver } from '../../support/other-service.ts'
import { testOn } from '../../support/redial.ts'

export { expect } from '@playwright/test'

/** In front of a foreign service whose failed calls a test sets, and which a receiver takes. */
export const test = testOn(startServiceWithReceiver)

type Failure = NonNullable<Parameters<typeof failedCall>[1]>

let made = 0

/** Lists failed calls of these companies, which no other test uses, newest first. */
export function list(
  { answers, receiver }: ServiceWithReceiver,
  failures: Failure[],
  { count = failures.length, ...fields }: { count?: number; failed_at?: null; attempts?: [] } = {},
): void {
  const results = failures.map(failure => {
    made++
    return { ...failedCall(made, failure), callback_url: `${receiver.url}/hook`, ...fields }
  })
  const page = { count, next: null, previous: null, results }
  answers({ 'GET /v1/call_events_fail/': [200, page] })
}

const states = (page: Page) => page.getByRole('group', { name: 'State' })
/** A button of the state filter. */
export const filter = (page: Page, name: string | RegExp) =>
  states(page).getByRole('button', { name })
/** The number that the filter shows. */
export const countOf = async (of: Locator) =>
  Number((await of.filter({ hasText: /\d$/ }).innerText()).replaceAll(/\D/g, ''))
