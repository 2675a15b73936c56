import { differs, type Finding, holds, unseen } from '../finding.ts'
import type { Section } from '../probing.ts'
import type { Exchange } from '../service.ts'

/** How long the gateway waits for the service (ms) before it answers 504. */
const GATEWAY_WAITS = 30_000
/** How long a person waits without wondering. */
const SLOW = 5_000

/**
 * docs/interface.md, "Limits". Late, since it looks at all answers; throttling is never provoked.
 */
export const limits: Section = {
  title: 'Limits',
  check: async ({ service }) => [throttling(service.exchanges), time(service.exchanges)],
}

function throttling(exchanges: Exchange[]): Finding {
  const what = 'Too many requests are answered with 429 and Retry-After (left open)'
  const refused = exchanges.filter(({ answer }) => answer.status === 429)
  if (refused.length === 0) return unseen(what, `Not met with in ${exchanges.length} requests.`)
  if (refused.every(({ answer }) => answer.headers['retry-after'] !== undefined)) {
    return holds(what, { found: `${refused.length} times; waited as long as was asked for` })
  }
  return differs(what, {
    found: '429 without Retry-After',
    dashboard: 'Waits longer each time, says so, and asks again.',
  })
}

function time(exchanges: Exchange[]): Finding {
  const what = 'Answers come within seconds'
  const slowest = exchanges.reduce((most, { answer }) => Math.max(most, answer.ms), 0)
  const found = `the slowest took ${(slowest / 1_000).toFixed(1)} s`
  if (slowest < SLOW) return holds(what, { found })
  return differs(what, {
    found,
    dashboard:
      slowest < GATEWAY_WAITS
        ? 'Waits, and keeps what was shown before.'
        : 'Waits 30 seconds, then shows an error and a button to try again.',
  })
}
