import type { Post } from '../deliveries/receivers-messages.ts'

/** How long after an error the server tries again: the shortest delay of bench/schedule.ts. */
export const RETRY_MS = 20_000

/** In ms. */
export type Delays = {
  /** From sending a report to the first attempt's answer. */
  first: number[]
  /** How long after it was due a second attempt was answered. */
  retries: number[]
  /** How many calls were not delivered. */
  missing: number
}

/** @param sent when each call was reported, in ms since 1970; the first one has the id `firstCall` */
export function delaysOf(posts: Post[], firstCall: number, sent: number[]): Delays {
  const byCall = Map.groupBy(posts, ({ callId }) => callId)
  const delays: Delays = { first: [], retries: [], missing: 0 }
  for (const [place, from] of sent.entries()) {
    const [first, second] = byCall.get(firstCall + place) ?? []
    if (first !== undefined) delays.first.push(first.at - from)
    if (first !== undefined && second !== undefined) {
      delays.retries.push(second.at - first.at - RETRY_MS)
    }
    if (!(first?.ok || second?.ok)) delays.missing += 1
  }
  return delays
}
