import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { AnsweredRequest } from '../http/observe-requests.ts'
import type { Sender } from '../webhooks/http/sender.ts'

/** Who answered: the gateway, or our own service behind it. */
export type Server = 'gateway' | 'service'

export type Pool = 'requests' | 'attempts' | 'long_work' | 'job_queue'

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]
const DATABASE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * How long a process takes: requests by route, claims, outcomes, and waiting for the database. Also how many
 * receivers are down; no label names one, because there is no limit to their number.
 */
export function processMetrics(registry: Registry) {
  const durations = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets = DATABASE_SECONDS,
  ) => new Histogram({ name, help, labelNames, buckets, registers: [registry] })
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
    registers: [registry],
    collect() {
      for (const [kind, count] of countDownOf) this.set({ kind }, count())
    },
  })
  return {
    answered:
      (server: Server) =>
      ({ method, route, status, seconds }: AnsweredRequest) =>
        requests.observe({ server, method, route, status: String(status) }, seconds),
    /** What an attempt worker reports. */
    worker: (kind: 'delivery' | 'replay') => ({
      claimed: (ms: number) => claims.observe({ kind }, ms / 1_000),
      settled: (ms: number) => settles.observe({ kind }, ms / 1_000),
      watchReceivers: (countDown: () => number) => void countDownOf.set(kind, countDown),
    }),
    waited: (pool: Pool) => (ms: number) => pools.observe({ pool }, ms / 1_000),
  }
}

/** Who made an attempt: our service's delivery worker, or somebody who replays an event. */
const KINDS = ['delivery', 'replay'] as const

const OUTCOMES = ['delivered', 'refused_status', 'no_answer'] as const

/** Up to the interface's deadline. Longer attempts ended shortly after it. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 7.5, 10]

/**
 * Counts the attempts of senders by kind and outcome. No label names a receiver, because there is no limit to their
 * number.
 *
 * @returns a function of a sender that makes the same one with its attempts counted
 */
export function attemptCounter(registry: Registry) {
  const registers = [registry]
  const labelNames = ['kind', 'outcome'] as const
  const total = new Counter({
    name: 'redial_attempts_total',
    help: 'Attempts at receivers that have ended.',
    labelNames,
    registers,
  })
  const duration = new Histogram({
    name: 'redial_attempt_duration_seconds',
    help: 'From the start of an attempt to the answer or error.',
    labelNames,
    buckets: SECONDS,
    registers,
  })
  // A rate is only right from the first scrape if it can start from a zero.
  for (const kind of KINDS) {
    for (const outcome of OUTCOMES) total.inc({ kind, outcome }, 0)
  }
  return (sender: Sender, kind: (typeof KINDS)[number]): Sender => ({
    ...sender,
    async post(url, body, headers) {
      const outcome = await sender.post(url, body, headers)
      const { delivered, status, duration_ms } = outcome
      const refused = status === null ? 'no_answer' : 'refused_status'
      const labels = { kind, outcome: delivered ? 'delivered' : refused }
      total.inc(labels)
      duration.observe(labels, duration_ms / 1_000)
      return outcome
    },
  })
}
