import type { Sender } from '../webhooks/http/sender.ts'
import type { AttemptKind, AttemptMetrics } from './attempt-metrics.ts'

/** The same sender, whose attempts are counted. */
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
