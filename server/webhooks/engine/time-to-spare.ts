import { performance } from 'node:perf_hooks'

const LOOK_EVERY_MS = 100
/** Older measurements say nothing about now, because many posts start together after a rest. */
const KNOWN_FOR_MS = 300
const BUSY_FROM = 0.6

/**
 * Watches how busy the event loop is.
 *
 * @returns a function that says whether the loop had time to spare at the last check
 */
export function watchTimeToSpare(): () => boolean {
  let lookedAt = performance.now()
  let before = performance.eventLoopUtilization()
  let hasTimeToSpare = false
  return () => {
    const now = performance.now()
    if (now - lookedAt < LOOK_EVERY_MS) return hasTimeToSpare
    const current = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(current, before)
    hasTimeToSpare = now - lookedAt < KNOWN_FOR_MS && utilization < BUSY_FROM
    before = current
    lookedAt = now
    return hasTimeToSpare
  }
}
