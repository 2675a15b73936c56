/** How long items are handled before the page can respond to clicks and keys. */
const SLICE_MS = 10

/**
 * Handles many items, and yields to the browser so that the page keeps responding. Each item has to be
 * small, also the step in which a lazy iterator gets it.
 */
export async function forEachYielding<Item>(
  items: Iterable<Item>,
  handle: (item: Item) => void,
): Promise<void> {
  let begun = performance.now()
  for (const item of items) {
    handle(item)
    if (performance.now() - begun < SLICE_MS) continue
    await pause()
    begun = performance.now()
  }
}

/** Resolves after the browser has handled its pending work. */
function pause(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
