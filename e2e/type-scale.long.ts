// Long: reads the font of every text of every page.
import type { Page } from '@playwright/test'
import { openSession } from './support/open-session.ts'
import { expect, test } from './support/redial.ts'

/** Three sizes and two weights. */
const SIZES = ['12px', '14px', '20px']
const WEIGHTS = ['400', '600']

const PAGES = [
  '/',
  '/failed-calls',
  '/failed-calls?view=groups',
  '/blocklist',
  '/replays',
  '/receivers',
  '/activity',
  '/settings',
]

/** Visible texts in another size or weight. */
async function strayTexts(page: Page): Promise<string[]> {
  return page.locator('body *:visible').evaluateAll(
    (elements, { sizes, weights }) =>
      elements.flatMap(element => {
        // The page may have replaced it since it was found; it then has no style.
        if (!element.isConnected) return []
        const text = [...element.childNodes]
          .filter(node => node.nodeType === Node.TEXT_NODE)
          .map(node => node.textContent?.trim())
          .join('')
        const { fontSize, fontWeight } = getComputedStyle(element)
        if (text === '' || (sizes.includes(fontSize) && weights.includes(fontWeight))) return []
        return [`${text}: ${fontSize}, ${fontWeight}`]
      }),
    { sizes: SIZES, weights: WEIGHTS },
  )
}

test('all texts have one of three sizes and one of two weights', async ({ page, redial }) => {
  const { text } = await redial.makeToken()
  await page.context().addCookies([await openSession(redial.url, text)])
  for (const path of PAGES) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Loading', { exact: false })).toHaveCount(0)
      expect.soft(await strayTexts(page)).toEqual([])
    })
  }
})
