import type { Attempt } from '../../contract/failed-event.ts'
import type { CalendarDate } from '../../contract/time/calendar-date.ts'
import { stampIn } from '../../contract/time/stamp.ts'
import { describeStatus, readFailure } from '../webhooks/http/cause.ts'
import { DEMO_COMPANIES, type DemoCompany, type ReceiverBehaviour } from './demo-companies.ts'
import type { Random } from './random.ts'

/**
 * How an attempt ends: the outcome as the sender reports it, and the shortest and longest duration.
 */
type Outage = Pick<Attempt, 'status' | 'error' | 'cause'> & { takesMs: [number, number] }

const CAUSES = {
  error: answered(500, [40, 900]),
  unavailable: answered(503, [15, 200]),
  missing: answered(404, [20, 180]),
  noContent: answered(204, [60, 700]),
  timeout: {
    status: null,
    error: 'did not answer within 10 seconds',
    cause: { code: 'timeout', seconds: 10 },
    takesMs: [10_000, 10_006],
  },
  refused: broke('ECONNREFUSED', [1, 45]),
  reset: broke('ECONNRESET', [30, 2400]),
  untrusted: broke('DEPTH_ZERO_SELF_SIGNED_CERT', [25, 160]),
  expired: broke('CERT_HAS_EXPIRED', [25, 160]),
} satisfies Record<string, Outage>

/** A receiver that works again may have failed for any reason; the others fail as they do today. */
const CAUSES_OF: Record<ReceiverBehaviour, readonly [Outage, ...Outage[]]> = {
  recovered: [
    CAUSES.error,
    CAUSES.unavailable,
    CAUSES.missing,
    CAUSES.timeout,
    CAUSES.refused,
    CAUSES.reset,
    CAUSES.expired,
  ],
  broken: [CAUSES.error],
  moved: [CAUSES.missing],
  hangs: [CAUSES.timeout],
  'no content': [CAUSES.noContent],
  untrusted: [CAUSES.untrusted],
  unreachable: [CAUSES.refused],
}

/**
 * What was wrong with a receiver on that day: one outage, different from the days before and after.
 */
export function outageOf(company: DemoCompany, day: CalendarDate): Outage {
  const causes = CAUSES_OF[company.receiver]
  const turn = DEMO_COMPANIES.indexOf(company) + Date.parse(day) / DAY_MS
  return causes[turn % causes.length] ?? causes[0]
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The job queue polls about this often, so a retry is never exactly on time. */
const LATE_MS: [number, number] = [120, 1_400]

/**
 * The four attempts of a delivery that failed finally at `failedAt`, oldest first (docs/interface.md,
 * "States and transitions").
 */
export function attemptsUpTo(
  failedAt: Date,
  outage: Outage,
  timeZone: string,
  random: Random,
): [first: Attempt, ...Attempt[]] {
  const { takesMs, ...failure } = outage
  const endingAt = (end: number): Attempt => {
    const duration_ms = random.integer(...takesMs)
    return { at: stampIn(new Date(end - duration_ms), timeZone), ...failure, duration_ms }
  }
  const before = (retry: Attempt, minutes: number): Attempt =>
    endingAt(Date.parse(retry.at) - minutes * 60_000 - random.integer(...LATE_MS))

  const thirdRetry = endingAt(failedAt.getTime())
  const secondRetry = before(thirdRetry, 30)
  const firstRetry = before(secondRetry, 5)
  return [before(firstRetry, 1), firstRetry, secondRetry, thirdRetry]
}

function answered(status: number, takesMs: [number, number]): Outage {
  return { status, error: describeStatus(status), takesMs }
}

function broke(code: string, takesMs: [number, number]): Outage {
  return { status: null, ...readFailure(Object.assign(new Error(code), { code })), takesMs }
}
