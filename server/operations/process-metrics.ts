import { Gauge, Histogram, type Registry } from 'prom-client'
import type { AnsweredRequest } from '../http/observe-requests.ts'

/** Who answered: the gateway, or our own service behind it. */
export type Server = 'gateway' | 'service'

export type Pool = 'requests' | 'attempts' | 'long_work' | 'job_queue'

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]
const DATABASE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * How long a process takes: requests by route, claims, outcomes, and waiting for the database. Also how many
 * receivers are down; no label names one, because there is no limit to their number.
 */
export class ProcessMetrics {
  readonly #requests: Histogram<'server' | 'method' | 'route' | 'status'>
  readonly #claims: Histogram<'kind'>
  readonly #settles: Histogram<'kind'>
  readonly #pools: Histogram<'pool'>
  readonly #countDown = new Map<string, () => number>()

  constructor(registry: Registry) {
    const registers = [registry]
    this.#requests = new Histogram({
      name: 'redial_http_request_duration_seconds',
      help: 'From the beginning of a request to the end of its answer, by route.',
      labelNames: ['server', 'method', 'route', 'status'] as const,
      buckets: REQUEST_SECONDS,
      registers,
    })
    this.#claims = new Histogram({
      name: 'redial_claim_duration_seconds',
      help: 'How long it took to claim attempts that are due.',
      labelNames: ['kind'] as const,
      buckets: DATABASE_SECONDS,
      registers,
    })
    this.#settles = new Histogram({
      name: 'redial_settle_duration_seconds',
      help: 'How long it took to record the outcomes of attempts, many at a time.',
      labelNames: ['kind'] as const,
      buckets: DATABASE_SECONDS,
      registers,
    })
    this.#pools = new Histogram({
      name: 'redial_pool_wait_seconds',
      help: 'How long a query waited for a connection to the database.',
      labelNames: ['pool'] as const,
      buckets: DATABASE_SECONDS,
      registers,
    })
    const countDown = this.#countDown
    new Gauge({
      name: 'redial_receivers_down',
      help: 'Receivers whose last attempts by this process all failed.',
      labelNames: ['kind'] as const,
      registers,
      collect() {
        for (const [kind, count] of countDown) this.set({ kind }, count())
      },
    })
  }

  answered(server: Server) {
    return ({ method, route, status, seconds }: AnsweredRequest) =>
      this.#requests.observe({ server, method, route, status: String(status) }, seconds)
  }

  /** What an attempt worker reports. */
  worker(kind: 'delivery' | 'replay') {
    return {
      claimed: (ms: number) => this.#claims.observe({ kind }, ms / 1_000),
      settled: (ms: number) => this.#settles.observe({ kind }, ms / 1_000),
      watchReceivers: (countDown: () => number) => void this.#countDown.set(kind, countDown),
    }
  }

  waited(pool: Pool) {
    return (ms: number) => this.#pools.observe({ pool }, ms / 1_000)
  }
}
