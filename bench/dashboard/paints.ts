import type { Page } from '@playwright/test'

/**
 * Notes every key and click on the page from here on. `paintAfter` then waits, within the page, for
 * the first paint that shows the requested content.
 */
export async function watchPaints(page: Page): Promise<void> {
  await page.evaluate(() => {
    const note = (event: Event) => {
      document.documentElement.dataset.askedAt = String(event.timeStamp)
    }
    for (const type of ['input', 'click']) {
      document.addEventListener(type, note, { capture: true })
    }
    // Otherwise only the first 250 requests are recorded.
    performance.setResourceTimingBufferSize(10_000)
  })
}

/**
 * Calls `act`, and waits until `isShown` is true in the page and the page has painted that.
 *
 * @param isShown a JavaScript expression
 * @returns the time from the input event to the end of that frame, in ms
 */
export async function paintAfter(
  page: Page,
  act: () => Promise<unknown>,
  isShown: string,
): Promise<number> {
  // Awaited, because input may overtake an evaluation.
  await page.evaluate(expression => {
    const test = new Function(`return ${expression}`)
    delete document.documentElement.dataset.askedAt
    const painted = new Promise<number>(resolve => {
      const look = () => {
        const askedAt = document.documentElement.dataset.askedAt
        if (askedAt === undefined || !test()) return requestAnimationFrame(look)
        // A message is delivered once the frame that this runs before has been painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - Number(askedAt))
        port2.postMessage(null)
        return 0
      }
      requestAnimationFrame(look)
    })
    Reflect.set(window, 'painted', painted)
  }, isShown)
  await act()
  return Number(await page.evaluate(() => Reflect.get(window, 'painted')))
}
