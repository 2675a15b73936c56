import './before-all.ts'

import { fillOutline } from './features/failed-events/first-rows/fill-outline.ts'
import { loadStyleSheets } from './style-sheets.ts'

/**
 * How long the rest of the code waits for the first rows, and again until they are painted. Rows that
 * take longer are shown while it starts.
 */
const MAX_WAIT_MS = 100

// The first rows need a tenth of the code, so they are there before the rest of it runs.
const filled = fillOutline().catch(() => false)
if (await Promise.race([filled, after(MAX_WAIT_MS)])) {
  await Promise.race([nextPaint(), after(MAX_WAIT_MS)])
}
const styled = loadStyleSheets()
// The browser can handle a click between the two.
await import('./framework.ts')
await styled
await after(0)
await import('./start.tsx')

function after(milliseconds: number): Promise<false> {
  return new Promise(resolve => setTimeout(() => resolve(false), milliseconds))
}

function nextPaint(): Promise<unknown> {
  return new Promise(resolve => {
    // A message that is sent before a frame is received after it.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    requestAnimationFrame(() => port2.postMessage(null))
  })
}
