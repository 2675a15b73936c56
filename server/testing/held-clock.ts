import { setTimeout as sleep } from 'node:timers/promises'
import type { Wait } from '../config/timings.ts'

/** A stopped clock, so that a test sees each wait and its length. */
export function heldClock() {
  const waits = new Set<{ ms: number; end: () => void }>()
  let now = 0
  let begun = Promise.withResolvers<void>()
  return {
    now: () => now,
    /** How many waits are under way. */
    waiting: () => waits.size,
    async wait(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const wait = { ms, end: resolve }
      signal?.addEventListener('abort', () => {
        waits.delete(wait)
        reject(signal.reason)
      })
      waits.add(wait)
      begun.resolve()
      begun = Promise.withResolvers<void>()
      return promise
    },
    /** When something waits, ends the wait and moves the clock by its length. Returns that length in ms. */
    async endWait() {
      while (waits.size === 0) await begun.promise
      const [wait] = waits
      if (wait === undefined) throw new Error('Nothing waits.')
      waits.delete(wait)
      now += wait.ms
      wait.end()
      return wait.ms
    },
  }
}

/** Waits a small fraction of the time: a pause of half a minute takes about 10 ms. */
export const quickWait: Wait = (ms, signal) => sleep(ms / 3_000, undefined, { signal, ref: false })
