import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 5

/**
 * Measures how long others wait during some work: the time of the slowest of many small requests to the
 * server, in ms.
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

/** How much longer than usual others may wait during an attack. */
export const WAIT_LIMIT_MS = 250

/**
 * The delay of the request that waited longest, in ms.
 *
 * @param usual the usual wait without other load, in ms
 */
export function delay(waits: number[], usual: number): number {
  return Math.max(0, Math.max(...waits) - usual)
}
