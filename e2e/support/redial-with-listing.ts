import { type ListingService, startListingService } from './listing-service.ts'
import { test as base } from './redial.ts'
import { sharedServer } from './shared-server.ts'

const listingService = sharedServer(startListingService)

/** The real server, and a second one for a service whose failed calls a test sets. */
export const test = base.extend<{ service: ListingService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  service: async ({}, use) => use(await listingService()),
})

export { expect } from '@playwright/test'
