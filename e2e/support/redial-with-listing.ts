import { startListingService } from './listing-service.ts'
import { testOn } from './redial.ts'

/** Pages are signed in to a Redial in front of a service whose failed calls a test sets. */
export const test = testOn(startListingService)

export { expect } from '@playwright/test'
