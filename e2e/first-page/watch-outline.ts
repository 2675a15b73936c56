import type { Page } from '@playwright/test'

/**
 * Describes what the gateway has drawn in the outline, and then the same of the page that replaces it.
 *
 * @param drawn the selector of something that is in the outline once it is filled
 * @param describe runs in the page, with the selector of the outline or of the page
 */
export async function watchOutline<Described>(
  page: Page,
  drawn: string,
  describe: (root: string) => Described[],
): Promise<{ ofOutline: () => Promise<Described[]>; ofPage: () => Promise<Described[]> }> {
  await page.addInitScript({ content: `(${watch})(${JSON.stringify(drawn)}, ${describe})` })
  const read = async (name: string): Promise<Described[]> =>
    (await page.evaluate(one => Reflect.get(window, one), name)) ?? []
  return { ofOutline: () => read('firstDrawn'), ofPage: () => read('ownDrawn') }
}

/** Runs in the page before anything else. */
function watch(drawn: string, describe: (root: string) => unknown[]): void {
  const changes = new MutationObserver(() => {
    if (Reflect.get(window, 'firstDrawn') === undefined) {
      if (document.querySelector(`#outline ${drawn}`) === null) return
      Reflect.set(window, 'firstDrawn', describe('#outline'))
    } else if (document.getElementById('outline') === null) {
      changes.disconnect()
      Reflect.set(window, 'ownDrawn', describe('#root'))
    }
  })
  changes.observe(document, { childList: true, subtree: true })
}
