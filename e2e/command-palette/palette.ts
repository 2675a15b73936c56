import type { Page } from '@playwright/test'
import { failedCall } from '../support/listing-service.ts'
import { pageOf, startServiceWithReceiver } from '../support/other-service.ts'
import { expect, testOn } from '../support/redial.ts'
import { whenIdle } from '../support/when-idle.ts'

export { expect } from '@playwright/test'

/** The page shows failed calls of two companies, of which the service knows one. */
export const test = testOn(async () => {
  const service = await startServiceWithReceiver()
  const results = [failedCall(1, { company: 'Acme' }), failedCall(2, { company: 'Bela' })]
  service.answers({
    'GET /v1/call_events_fail/': [200, pageOf(results)],
    'GET /v2/company/': [200, [{ reference: 'acme', name: 'Acme' }]],
  })
  return service
}).extend({
  page: async ({ page }, use) => {
    await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
    await expect(page.getByRole('table', { name: 'Failed calls' })).toBeVisible()
    await whenIdle(page)
    await use(page)
  },
})

export const field = (page: Page) => page.getByRole('combobox', { name: /Go to a page/ })
