import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 20

/**
 * Repeats a check until it is true. The test's own time limit is the only one, because a busy machine
 * may take that long.
 */
export async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(EVERY_MS)
}

/** Simulates another machine, which does the next thing a moment later. No test waits by this. */
export function aMomentLater(act: () => unknown): void {
  setTimeout(act, 20)
}
