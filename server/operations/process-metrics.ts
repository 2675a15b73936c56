import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { AnsweredRequest } from '../http/observe-requests.ts'
import { DETAILS, type Detail } from '../webhooks/engine/outcome-writer.ts'
import type { Sender } from '../webhooks/http/sender.ts'

/** Who answered: the gateway, or our own service behind it. */
export type Server = 'gateway' | 'service'

export type Pool = 'requests' | 'attempts' | 'long_work' | 'job_queue'

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]
const DATABASE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Who made an attempt: our service's delivery worker, or somebody who replays an event. */
const KINDS = ['delivery', 'replay'] as const
type Kind = (typeof KINDS)[number]

const OUTCOMES = ['delivered', 'refused_status', 'no_answer'] as const

/** Up to the interface's deadline. Longer attempts ended shortly after it. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 7.5, 10]

/**
 * What a process does and how long it takes: requests by route, claims, outcomes, attempts, and waiting for the database.
 * No label names a receiver, because there is no limit to their number.
 */
export function processMetrics(registry: Registry) {
  const registers = [registry]
  const durations = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets = DATABASE_SECONDS,
  ) => new Histogram({ name, help, labelNames, buckets, registers })
  const counts = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const requests = durations(
    'redial_http_request_duration_seconds',
    'From the beginning of a request to the end of its answer, by route.',
    ['server', 'method', 'route', 'status'],
    REQUEST_SECONDS,
  )
  const claims = durations(
    'redial_claim_duration_seconds',
    'How long it took to claim attempts that are due.',
    ['kind'],
  )
  const settles = durations(
    'redial_settle_duration_seconds',
    'How long it took to record the outcomes of attempts, many at a time.',
    ['kind'],
  )
  const pools = durations(
    'redial_pool_wait_seconds',
    'How long a query waited for a connection to the database.',
    ['pool'],
  )
  const countDownOf = new Map<string, () => number>()
  new Gauge({
    name: 'redial_receivers_down',
    help: 'Receivers whose last attempts by this process all failed.',
    labelNames: ['kind'] as const,
    registers,
    collect() {
      for (const [kind, count] of countDownOf) this.set({ kind }, count())
    },
  })
  const attempts = counts('redial_attempts_total', 'Attempts at receivers that have ended.', [
    'kind',
    'outcome',
  ])
  const attemptDurations = durations(
    'redial_attempt_duration_seconds',
    'From the start of an attempt to the answer or error.',
    ['kind', 'outcome'],
    SECONDS,
  )
  const reduced = counts(
    'redial_outcomes_reduced_total',
    'Outcomes recorded only in part, by the part kept.',
    ['kept'],
  )
  const removed = counts('redial_old_data_removed_total', 'Rows removed by retention, by kind.', [
    'kind',
  ])
  // A rate is only right from the first scrape if it can start from a zero.
  for (const kind of KINDS) {
    for (const outcome of OUTCOMES) attempts.inc({ kind, outcome }, 0)
  }
  for (const detail of DETAILS.slice(1)) reduced.inc({ kept: labelOf(detail) }, 0)
  return {
    answered:
      (server: Server) =>
      ({ method, route, status, seconds }: AnsweredRequest) =>
        requests.observe({ server, method, route, status: String(status) }, seconds),
    /** What an attempt worker reports. */
    worker: (kind: Kind) => ({
      claimed: (ms: number) => claims.observe({ kind }, ms / 1_000),
      settled: (ms: number) => settles.observe({ kind }, ms / 1_000),
      watchReceivers: (countDown: () => number) => void countDownOf.set(kind, countDown),
    }),
    waited: (pool: Pool) => (ms: number) => pools.observe({ pool }, ms / 1_000),
    /** Counts outcomes that the database would not record in full, by the part that was recorded. */
    countReduced: (detail: Detail) => reduced.inc({ kept: labelOf(detail) }),
    countRemoved(counted: Record<string, number>) {
      for (const [kind, count] of Object.entries(counted)) removed.inc({ kind }, count)
    },
    /** The same sender, whose attempts are counted by kind and outcome. */
    counted: (sender: Sender, kind: Kind): Sender => ({
      ...sender,
      async post(url, body, headers) {
        const result = await sender.post(url, body, headers)
        const refused = result.status === null ? 'no_answer' : 'refused_status'
        const labels = { kind, outcome: result.delivered ? 'delivered' : refused }
        attempts.inc(labels)
        attemptDurations.observe(labels, result.duration_ms / 1_000)
        return result
      },
    }),
  }
}

const labelOf = (detail: Detail) => detail.replaceAll(' ', '_')
