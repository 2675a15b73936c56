import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 20

/**
 * Asks again and again until the answer is true. The test's own time limit is the only one: a busy
 * machine may take as long as that.
 */
export async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(EVERY_MS)
}

/** How another machine behaves: it does the next thing a moment later. No test waits by this. */
export function aMomentLater(act: () => unknown): void {
  setTimeout(act, 20)
}
