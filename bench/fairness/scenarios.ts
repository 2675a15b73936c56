import type { Answering } from '../deliveries/receivers-messages.ts'
import type { Receivers } from '../deliveries/start-receivers.ts'
import { fillDue } from '../engine/rounds.ts'
import { addWaitingRetries } from '../engine/waiting-retries.ts'
import { scaled } from '../measurement.ts'

export const HEALTHY = 50

/** The load on the server while calls are reported for `HEALTHY` other receivers. */
export type Scenario = {
  what: string
  /** The receivers with problems, each on its own port. */
  others: Answering[]
  /** Adds waiting deliveries for them to the database, at these origins. */
  fill(url: string, receivers: Receivers, origins: string[]): Promise<void>
  /** How the first of them answers from the start of the server on. */
  recovers?: Answering
  /** The URL of the receiver whose backlog is measured. */
  drains?: (origins: string[]) => string
  /** The paths of the healthy receivers are on the port of the first one of the others. */
  onSamePort?: true
}

const BUSY = { partner: 'busy', firstNumber: 27_310_000_000 }

export const SCENARIOS: Scenario[] = [
  {
    what: 'one hangs with 5,000 events waiting',
    others: ['never'],
    fill: (url, _receivers, origins) => fillDue(url, origins, scaled(5_000), BUSY),
  },
  {
    what: 'one answers in 5 to 60 ms and has 100,000 events due',
    others: ['in 5 to 60 ms'],
    fill: (url, _receivers, origins) => fillDue(url, origins, scaled(100_000), BUSY),
    drains: ([origin]) => `${origin}/call_termination`,
  },
  {
    what: 'a hundred hang, with 20,000 events waiting',
    others: Array.from({ length: 100 }, () => 'never' as const),
    fill: (url, _receivers, origins) => fillDue(url, origins, scaled(20_000), BUSY),
  },
  {
    what: 'one failed for 20,000 calls and has recovered, with all retries due',
    others: ['error'],
    fill: (url, receivers, [origin = '']) =>
      addWaitingRetries(url, receivers, {
        origin,
        count: scaled(20_000),
        dueAfterS: 0,
        receivers: 1,
      }),
    recovers: 'in 5 to 60 ms',
    drains: ([origin]) => `${origin}/call_termination`,
  },
  {
    what: "60 calls wait for another partner's hanging path on the same host",
    others: ['never at /hang'],
    fill: (url, _receivers, [origin = '']) => fillDue(url, [`${origin}/hang`], 60, BUSY),
    onSamePort: true,
  },
]
