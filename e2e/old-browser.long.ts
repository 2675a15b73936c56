// Long: builds the page for an older browser and opens it there.
import { expect, test } from './support/redial.ts'

/** The features that the page requires, and how to remove each from a browser. */
const MISSING = {
  'URL.parse': () => Reflect.deleteProperty(URL, 'parse'),
  'Map.groupBy': () => Reflect.deleteProperty(Map, 'groupBy'),
  popovers: () => Reflect.deleteProperty(HTMLElement.prototype, 'popover'),
  ':has()': () => {
    const supports = CSS.supports.bind(CSS)
    CSS.supports = (...words: string[]) =>
      !words.join().includes(':has') && supports(...(words as [string]))
  },
}

test('a page in an older browser names the ones to use', async ({ context, redial }) => {
  for (const [feature, remove] of Object.entries(MISSING)) {
    await test.step(`one without ${feature}`, async () => {
      const page = await context.newPage()
      await page.addInitScript(remove)
      await page.goto(`${redial.url}/failed-calls`)
      await expect(page.locator('body')).toContainText(
        'This browser is too old for Redial, which needs Chrome 126, Edge 126, Firefox 128 or Safari 18, or a later version.',
      )
      await expect(page.getByRole('button')).toHaveCount(0)
      await page.close()
    })
  }
})
