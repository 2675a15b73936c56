// Long: compares the outline of every page with and without style sheets.
import type { Page } from '@playwright/test'
import { PAGES } from '../pages.ts'
import { expect, onDemo as test } from '../support/redial.ts'
import { startSlowLine } from '../support/slow-line.ts'

/** Not the browser's cache: a page is opened as if it had never been seen before. */
test.use({ reuseContext: false })

const SEEN =
  'color background-color background-image border-top border-right border-bottom border-left border-radius ' +
  'box-shadow font text-transform text-decoration letter-spacing opacity fill stroke transform clip-path overflow'

/** Where each element of the outline is, and what it looks like, by its place in the document. */
type Looks = Record<string, string>

/**
 * Adds to the page how its outline looks without its style sheets, once somebody asks, and how it would look with
 * them. The page applies them when it replaces the outline, so this applies them before that, once they are loaded.
 */
async function watchLooks(page: Page) {
  await page.addInitScript(seen => {
    const looks = () => {
      const all: Looks = {}
      for (const [index, element] of document.querySelectorAll('#outline *').entries()) {
        const { x, y, width, height } = element.getBoundingClientRect()
        const style = getComputedStyle(element)
        // What can't be seen may differ: the browser estimates the height of rows below the screen.
        if (width === 0 || height === 0 || style.visibility === 'hidden' || y >= innerHeight)
          continue
        const name = `${index} ${element.tagName} ${element.className}`
        all[name] = seen
          .split(' ')
          // A placeholder is fainter in the next moment.
          .filter(property => property !== 'opacity' || style.animationName === 'none')
          .map(property => `${property}: ${style.getPropertyValue(property)}`)
          .concat(`place: ${[x, y, width, Math.min(height, innerHeight - y)].join(' ')}`)
          .join('\n')
      }
      return all
    }
    Reflect.set(window, 'looks', looks)
    const loaded = new Set<HTMLLinkElement>()
    const onLoad = ({ target }: Event) => {
      if (!(target instanceof HTMLLinkElement) || target.dataset.waits === undefined) return
      loaded.add(target)
      if (loaded.size < document.querySelectorAll('link[data-waits]').length) return
      for (const sheet of loaded) sheet.media = 'all'
      Reflect.set(window, 'looksWithSheets', looks())
    }
    // Before the page learns of it.
    document.addEventListener('load', onLoad, true)
  }, SEEN)
  const read = (name: string): Promise<Looks> =>
    page.evaluate(one => {
      const value: unknown = Reflect.get(window, one)
      return typeof value === 'function' ? value() : value
    }, name)
  return { now: () => read('looks'), withSheets: () => read('looksWithSheets') }
}

for (const [scheme, device, viewport] of [
  ['light', 'a laptop', { width: 1440, height: 900 }],
  ['dark', 'a phone', { width: 390, height: 844 }],
] as const) {
  const isTouched = device === 'a phone'
  test.describe(`in ${scheme} colours, on ${device}`, () => {
    test.use({ colorScheme: scheme, viewport, hasTouch: isTouched, isMobile: isTouched })

    for (const { path } of PAGES) {
      test(`the outline of ${path} looks the same without style sheets as with them`, async ({
        page,
        redial,
      }) => {
        const looks = await watchLooks(page)
        const line = await startSlowLine(redial.url, { files: /\.css$/ })
        try {
          await page.goto(`${line.url}${path}`, { waitUntil: 'commit' })
          await expect(page.locator('#outline h1')).toBeVisible()
          if (path === '/failed-calls') {
            await expect(page.locator('#outline tbody tr').nth(10)).toBeVisible()
          }
          const without = await looks.now()
          expect(Object.keys(without).length).toBeGreaterThan(20)
          line.open()
          await expect(page.locator('#outline')).toHaveCount(0)
          expect(await looks.withSheets()).toEqual(without)
        } finally {
          await line.close()
        }
      })
    }
  })
}
