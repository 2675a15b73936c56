import { PRODUCTION_TIMINGS, type Timings } from '../config/timings.ts'

/** What tests wait for comes soon; a deadline is still long enough for a busy machine. */
export const TEST_TIMINGS: Timings = {
  ...PRODUCTION_TIMINGS,
  pollMs: 20,
  claimCheckS: 1,
  signOfLifeMs: 50,
  leaseRenewalMs: 100,
  stopAnnouncementMs: 500,
}
