import { setTimeout as sleep } from 'node:timers/promises'
import type { Wait } from '../config/timings.ts'

/** Waits a small part of the time: a pause of half a minute takes some 10 ms. */
export const quickWait: Wait = (ms, signal) => sleep(ms / 3_000, undefined, { signal, ref: false })
