import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 5

/**
 * How long the slowest of many small requests to the server took while something else was done: as
 * long as others waited for that. In ms.
 */
export async function longestWait(url: string, work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let longest = 0
  const asking = (async () => {
    while (!isOver) {
      const begun = performance.now()
      const response = await fetch(`${url}/healthz`)
      await response.arrayBuffer()
      longest = Math.max(longest, performance.now() - begun)
      await sleep(EVERY_MS)
    }
  })()
  try {
    await work()
  } finally {
    isOver = true
    await asking
  }
  return longest
}

/** How much longer than usual others may wait, whatever an attacker does. */
export const WAIT_LIMIT_MS = 250

/**
 * By how much the one that waited longest was delayed, in ms.
 *
 * @param usual how long most wait without other load, in ms
 */
export function delay(waits: number[], usual: number): number {
  return Math.max(0, Math.max(...waits) - usual)
}
