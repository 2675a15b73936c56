import { setTimeout as sleep } from 'node:timers/promises'

/** Waits `ms`; ends early once the signal is aborted. Only tests have their own. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<unknown>

export const byTheClock: Wait = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {})
