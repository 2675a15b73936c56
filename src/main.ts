import { loadStyleSheets } from './style-sheets.ts'

/**
 * The longest wait for the first data in the document, and again for its first paint. Data that takes longer is
 * shown while the rest of the code starts.
 */
const MAX_WAIT_MS = 100

await Promise.race([documentComplete(), after(MAX_WAIT_MS)])
if (document.querySelector('#outline :is(tbody tr, [data-part-of-first][data-known])')) {
  await Promise.race([nextPaint(), after(MAX_WAIT_MS)])
}
const styled = loadStyleSheets()
// The browser can handle a click between the two.
await import('./framework.ts')
await styled
await after(0)
await import('./start.tsx')

function documentComplete(): Promise<unknown> {
  if (document.readyState !== 'loading') return Promise.resolve()
  return new Promise(resolve => {
    document.addEventListener('DOMContentLoaded', resolve)
  })
}

function after(milliseconds: number): Promise<unknown> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}

function nextPaint(): Promise<unknown> {
  return new Promise(resolve => {
    // A message that is sent before a frame is received after it.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    requestAnimationFrame(() => port2.postMessage(null))
  })
}
