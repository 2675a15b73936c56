import * as z from 'zod/mini'
import { Attempt, FailedEventList } from './failed-event.ts'
import { MAX_EVENTS_NAMED } from './replay.ts'
import { RunName } from './replay-part.ts'
import { ReplayStart } from './replay-request.ts'
import { Stamp } from './time/stamp.ts'

export const DEFAULT_ORDER_DAYS = 7
export const MAX_ORDER_DAYS = 30

const DEFAULT_LATER_FAILURES = 10_000

const NO_DAYS = `Give a whole number of days from 1 to ${MAX_ORDER_DAYS}.`

/**
 * The body of POST /gateway/replays/:id/orders: makes standing orders for a receiver of the run or for
 * all paused receivers, or changes when existing ones end. The other fields start a run that is ready.
 */
export const StandingOrderRequest = z.extend(ReplayStart, {
  receiver: z.optional(RunName),
  /** Whether the first trials of a run that is ready come at once. Otherwise they come after five minutes. */
  try_now: z._default(z.boolean(), true),
  /** It ends after so many days from now. */
  days: z._default(
    z.int(NO_DAYS).check(z.positive(NO_DAYS), z.maximum(MAX_ORDER_DAYS, NO_DAYS)),
    DEFAULT_ORDER_DAYS,
  ),
  /**
   * Also takes what fails for the receiver until it recovers. Redial then keeps the caller's token, encrypted, until
   * the order ends or somebody calls DELETE /gateway/orders/tokens.
   */
  with_later_failures: z._default(z.boolean(), false),
  /** How many later failures it takes at most. */
  max_later_failures: z._default(
    z.int().check(z.positive(), z.maximum(MAX_EVENTS_NAMED)),
    DEFAULT_LATER_FAILURES,
  ),
})

/** A trial: one event, the oldest, that was sent to see whether the receiver has recovered. */
const Trial = z.object({
  at: Stamp,
  /** null if it was delivered. */
  failure: z.nullable(z.pick(Attempt, { status: true, error: true, cause: true })),
})

/** The waiting events of a run's receiver, which Redial sends when the receiver recovers. */
export const StandingOrder = z.object({
  run_id: z.uuid(),
  /** The name of the run. */
  name: z.nullable(z.string()),
  list: z.nullable(FailedEventList),
  receiver: z.string(),
  who: z.nullable(z.string()),
  made_at: Stamp,
  ends_at: Stamp,
  /**
   * "waiting" for the next trial; "sending", because the last one was delivered; "reading" what failed since; "paused"
   * with its run; "ended", see `problem`: its events wait for a person.
   */
  state: z.enum(['waiting', 'sending', 'reading', 'paused', 'ended']),
  problem: z.nullable(z.string()),
  /** How many events are neither delivered nor failed for another reason. */
  events: z.int().check(z.nonnegative()),
  last_trial: z.nullable(Trial),
  next_trial_at: z.nullable(Stamp),
  /** Whether it also takes later failures, for which Redial keeps a token. */
  keeps_token: z.boolean(),
  /** Whether that is the caller's token. */
  is_own_token: z.boolean(),
})
export type StandingOrder = z.infer<typeof StandingOrder>

/** A receiver that a run has paused, without a standing order: its events wait for a person. */
const PausedReplay = z.pick(StandingOrder, { run_id: true, receiver: true, events: true })
export type PausedReplay = z.infer<typeof PausedReplay>

/** GET /gateway/orders: those whose events still wait, the next trial first, and what waits without an order. */
export const StandingOrders = z.object({
  results: z.array(StandingOrder),
  /** The last that were paused come first. */
  paused: z._default(z.array(PausedReplay), []),
})
export type StandingOrders = z.infer<typeof StandingOrders>

export const MAX_ORDERS_LISTED = 500

/**
 * GET /gateway/replays/:id/later-failures: what failed for the receivers of a run since its events were frozen, and is
 * still missing. null while Redial reads these days.
 */
export const LaterFailures = z.object({ count: z.nullable(z.int().check(z.nonnegative())) })
