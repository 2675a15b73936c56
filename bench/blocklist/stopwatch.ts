/*
 * What runs inside the page. Each function is self-contained, because it is sent there as text.
 */

declare global {
  interface Window {
    stopwatch: { clickedAt: number; paintedAt: number; keystrokes: number[] }
  }
}

/** Records the time of the last click, and of the first paint of the numbers after it. */
export function installStopwatch(): void {
  const stopwatch = { clickedAt: 0, paintedAt: 0, keystrokes: [] as number[] }
  window.stopwatch = stopwatch
  let before: Element | null = null
  let isWaiting = false
  const list = () => document.querySelector('table[aria-label="Numbers blocked for Many"]')
  window.addEventListener(
    'click',
    click => {
      stopwatch.clickedAt = click.timeStamp
      before = list()
      isWaiting = true
    },
    true,
  )
  new MutationObserver(() => {
    if (!isWaiting || list() === null || list() === before) return
    isWaiting = false
    requestAnimationFrame(() => {
      // Fires when the frame has been painted.
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        stopwatch.paintedAt = performance.now()
      }
      channel.port2.postMessage(null)
    })
  }).observe(document, { childList: true, subtree: true })
  // TypeScript doesn't know the threshold yet, whose default is 104 ms.
  const keystrokes = { type: 'event', durationThreshold: 16 }
  new PerformanceObserver(entries => {
    for (const { name, duration } of entries.getEntries()) {
      if (/^(key|input|beforeinput)/.test(name)) stopwatch.keystrokes.push(duration)
    }
  }).observe(keystrokes)
}

export function readStopwatch(): { paintedMs: number; requestMs: number } {
  const { clickedAt, paintedAt } = window.stopwatch
  const requests = performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.includes('/v1/blocklist/') && startTime >= clickedAt)
  return {
    paintedMs: paintedAt - clickedAt,
    requestMs: requests.reduce((sum, { duration }) => sum + duration, 0),
  }
}

export function countNodes(): number {
  const list = document.querySelector('table[aria-label="Numbers blocked for Many"]')
  if (list === null) throw new Error('There is no list')
  const walker = document.createTreeWalker(list)
  let count = 1
  while (walker.nextNode()) count++
  return count
}
