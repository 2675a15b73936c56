import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, Wait } from '../config/timings.ts'

export type HeldClock = Clock & {
  /**
   * When something waits, ends the wait and moves the clock by its length. Returns that length in ms.
   */
  endWait(): Promise<number>
  /** How many waits are under way. */
  waiting(): number
}

/** A stopped clock, so that a test sees each wait and its length. */
export function heldClock(): HeldClock {
  const waits = new Set<{ ms: number; end: () => void }>()
  let now = 0
  let begun = Promise.withResolvers<void>()
  return {
    now: () => now,
    waiting: () => waits.size,
    wait(ms, signal) {
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
