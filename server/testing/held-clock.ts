import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, Wait } from '../config/timings.ts'

export type HeldClock = Clock & {
  /** Once something waits, lets it end, which moves the clock by as much. Says for how many ms it was. */
  endWait(): Promise<number>
  /** How many waits are under way. */
  waiting(): number
}

/** A stopped clock, so that a test sees what is waited for, and how long. */
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

/** Waits a small part of the time: a pause of half a minute takes some 10 ms. */
export const quickWait: Wait = (ms, signal) => sleep(ms / 3_000, undefined, { signal, ref: false })
