import { type ListingService, startListingService } from './listing-service.ts'
import { test as base } from './redial.ts'

/** The real server, and one more in front of a service whose failed calls a test lists. */
export const test = base.extend<object, { service: ListingService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const service = await startListingService()
      await use(service)
      await service.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

export { expect } from '@playwright/test'
