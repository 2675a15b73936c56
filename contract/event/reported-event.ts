import * as z from 'zod/mini'
import { EventStateName } from '../event-state.ts'
import { FailedEventList } from '../failed-event.ts'
import { Stamp } from '../time/stamp.ts'

const Text = z.nullable(z.string())

/**
 * What became of a failed event: the lines of GET /gateway/events/rows with `only=report` and of
 * GET /gateway/replays/:id/report. It goes to customers, so it names no user of Redial.
 */
export const ReportedEvent = z.object({
  list: FailedEventList,
  id: z.string(),
  failed_at: z.nullable(Stamp),
  /** What its payload says about the call. */
  call_id: Text,
  company: Text,
  caller_number: Text,
  tracking_number: Text,
  call_at: z.nullable(Stamp),
  receiver_url: Text,
  /** Why it failed at `failed_at`, or else in a replay; empty if both are unknown. */
  cause: z.string(),
  /** null if nothing has become of it, so it is still missing. */
  state: z.nullable(EventStateName),
  /** When it reached this state. */
  state_at: z.nullable(Stamp),
  /** Its first delivery by a replay of the account. */
  delivery: z.nullable(z.object({ at: Stamp, run_id: z.uuid(), started_at: Stamp })),
})
export type ReportedEvent = z.infer<typeof ReportedEvent>
