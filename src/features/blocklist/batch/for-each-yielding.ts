/** The page responds to clicks and keys between two slices. */
const SLICE_MS = 10

/** Handles many items without keeping the page from responding. */
export async function forEachYielding<Item>(
  items: Item[],
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

/** Until the browser has done what waits. */
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
