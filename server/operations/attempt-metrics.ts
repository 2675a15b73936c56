import { Counter, Histogram, type Registry } from 'prom-client'
import type { Outcome, Sender } from '../webhooks/http/sender.ts'

/** Who made an attempt: our service's delivery worker, or somebody who replays an event. */
const KINDS = ['delivery', 'replay'] as const
export type AttemptKind = (typeof KINDS)[number]

const OUTCOMES = ['delivered', 'refused_status', 'no_answer'] as const

/** Up to the interface's deadline. Longer attempts ended shortly after it. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 7.5, 10]

/**
 * Attempts by kind and outcome. No label names a receiver, because there is no limit to their number.
 */
export class AttemptMetrics {
  readonly #total: Counter<'kind' | 'outcome'>
  readonly #duration: Histogram<'kind' | 'outcome'>

  constructor(registry: Registry) {
    const registers = [registry]
    const labelNames = ['kind', 'outcome'] as const
    this.#total = new Counter({
      name: 'redial_attempts_total',
      help: 'Attempts at receivers that have ended.',
      labelNames,
      registers,
    })
    this.#duration = new Histogram({
      name: 'redial_attempt_duration_seconds',
      help: 'From the start of an attempt to the answer or error.',
      labelNames,
      buckets: SECONDS,
      registers,
    })
    // A rate is only right from the first scrape if it can start from a zero.
    for (const kind of KINDS) {
      for (const outcome of OUTCOMES) this.#total.inc({ kind, outcome }, 0)
    }
  }

  count(kind: AttemptKind, { delivered, status, duration_ms }: Outcome): void {
    const refused = status === null ? 'no_answer' : 'refused_status'
    const labels = { kind, outcome: delivered ? 'delivered' : refused }
    this.#total.inc(labels)
    this.#duration.observe(labels, duration_ms / 1_000)
  }
}

/** The same sender, with its attempts counted. */
export function measuredSender(sender: Sender, kind: AttemptKind, metrics: AttemptMetrics): Sender {
  return {
    async post(url, body, headers) {
      const outcome = await sender.post(url, body, headers)
      metrics.count(kind, outcome)
      return outcome
    },
    close: () => sender.close(),
  }
}
