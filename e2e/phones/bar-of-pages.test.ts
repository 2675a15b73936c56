import { PAGE_NAMES } from '../pages.ts'
import { boxOf } from '../support/box-of.ts'
import { expect, test } from '../support/listing-service.ts'

test.use({
  hasTouch: true,
  isMobile: true,
  viewport: { width: 390, height: 844 },
})

for (const width of [390, 360, 320]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 740 } })

    test('the bar shows the pages side by side', async ({ page }) => {
      await page.goto('/blocklist')
      const links = page.getByRole('navigation', { name: 'Pages of Redial' }).getByRole('link')
      await expect(links).toHaveText(PAGE_NAMES.filter(name => name !== 'Settings'))
      const boxes = await Promise.all((await links.all()).map(link => link.boundingBox()))
      expect(new Set(boxes.map(box => box?.y)).size).toBe(1)
      const last = boxes.at(-1)
      expect((last?.x ?? width) + (last?.width ?? 0)).toBeLessThanOrEqual(width)
      const cut = (link: Element) => link.scrollWidth > link.clientWidth
      for (const link of await links.all()) expect(await link.evaluate(cut)).toBe(false)
      const names = await links.evaluateAll(all =>
        all.map(link => {
          const text = document.createRange()
          // The last span has no word that only screen readers read.
          text.selectNodeContents([...link.querySelectorAll('span')].at(-1) ?? link)
          return text.getBoundingClientRect()
        }),
      )
      const gaps = names.slice(1).map(({ left }, index) => left - (names[index]?.right ?? 0))
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4)
    })
  })
}

test('the header leads to the settings', async ({ page }) => {
  await page.goto('/blocklist')
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('the tabs of Replays and the button of its columns share a line', async ({ page }) => {
  await page.goto('/replays')
  const tabs = await boxOf(page.getByRole('navigation', { name: 'Replays' }))
  const columns = await boxOf(page.getByRole('button', { name: 'Columns' }))
  expect(columns.y).toBeLessThan(tabs.bottom)
})
