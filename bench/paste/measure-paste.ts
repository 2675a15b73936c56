import { withSignedInPage } from '../dashboard/with-signed-in-page.ts'

export type PasteMeasured = { paintedMs: number; longestTaskMs: number }

/** Pastes into the form of the company 'Acme', in a browser that has never opened it. */
export function measurePaste(
  url: string,
  token: string,
  entries: string[],
): Promise<PasteMeasured> {
  return withSignedInPage(url, token, async page => {
    await page.goto(`${url}/blocklist?context=company&entity=Acme&add=true`)
    await page.getByRole('textbox', { name: /^Paste a list/ }).click()
    return page.evaluate(pasteAndWatch, {
      text: entries.join('\n'),
      count: entries.length.toLocaleString('en'),
    })
  })
}

/** Runs inside the page. It is self-contained, because it is sent there as text. */
async function pasteAndWatch({ text, count }: { text: string; count: string }) {
  const tasks: number[] = []
  const watch = new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  watch.observe({ entryTypes: ['longtask'] })
  const isShown = () =>
    document.body.textContent.includes(`of ${count} entries can be sent`) &&
    document.body.textContent.includes('Sent as +27 82 000 0000')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  const begun = performance.now()
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
  const paintedMs = await new Promise<number>(resolve => {
    const look = () => {
      if (!isShown()) return requestAnimationFrame(look)
      // Fires when the frame has been painted.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - begun)
      return port2.postMessage(null)
    }
    look()
  })
  // The browser reports a task a moment after its end.
  await new Promise(resolve => setTimeout(resolve, 500))
  watch.disconnect()
  return { paintedMs, longestTaskMs: Math.max(0, ...tasks) }
}
