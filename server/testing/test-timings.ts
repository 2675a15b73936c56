import { PRODUCTION_TIMINGS, type Timings } from '../config/timings.ts'

/** Short waits for tests, with a deadline that is still long enough for a busy machine. */
export const TEST_TIMINGS: Timings = {
  ...PRODUCTION_TIMINGS,
  pollMs: 20,
  claimCheckS: 1,
  signOfLifeMs: 50,
  leaseRenewalMs: 100,
  stopAnnouncementMs: 500,
  answersInDocumentMs: 20_000,
}
