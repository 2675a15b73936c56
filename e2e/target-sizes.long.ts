// Long: measures every button of every page, for a mouse and for a finger.
import type { Locator, Page } from '@playwright/test'
import { openSession } from './support/open-session.ts'
import { expect, test } from './support/redial.ts'

const PAGES = [
  '/',
  '/failed-calls',
  '/failed-calls?view=groups',
  '/failed-ai-events',
  '/blocklist?entity=acme-cars',
  '/replays',
  '/receivers',
  '/activity',
  '/settings',
]

/** Bars of a chart share its width, and the fields From and To choose the same days. */
const controls = (page: Page): Locator =>
  page
    .locator('button:visible, select:visible, thead input:visible')
    .and(page.locator(':not([role=group] > button)'))

/**
 * Those that react to a pointer in less than `least` pixels across or down, with what was measured. It asks the
 * browser which element is at each point, so that what covers or cuts a button counts, too.
 */
async function tooSmall(page: Page, least: number, targets = controls(page)): Promise<string[]> {
  return targets.evaluateAll((buttons, least) => {
    const found: string[] = []
    for (const button of buttons) {
      button.scrollIntoView({ block: 'center', inline: 'center' })
      const box = button.getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      const reacts = (right: number, down: number) =>
        document.elementFromPoint(x + right, y + down)?.closest('button, select, input, a') ===
        button
      // Something covers it, such as an open dialog or a sticky header.
      if (box.width === 0 || !reacts(0, 0)) continue
      const reach = (right: number, down: number) => {
        let distance = 0
        while (distance < least && reacts(right * (distance + 1), down * (distance + 1))) distance++
        return distance
      }
      // The middle is itself a pixel. Half a pixel may be lost on either side.
      const across = reach(-1, 0) + reach(1, 0) + 1
      const down = reach(0, -1) + reach(0, 1) + 1
      if (Math.min(across, down) < least - 1) {
        found.push(
          `${button.textContent || button.getAttribute('title') || button.ariaLabel}: ${across} × ${down}`,
        )
      }
    }
    return found
  }, least)
}

async function signIn(page: Page, redial: { url: string; makeToken(): Promise<{ text: string }> }) {
  const { text } = await redial.makeToken()
  await page.context().addCookies([await openSession(redial.url, text)])
}

async function expectTargets(page: Page, least: number) {
  for (const path of PAGES) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Loading', { exact: false })).toHaveCount(0)
      expect(await controls(page).count()).toBeGreaterThan(0)
      expect.soft(await tooSmall(page, least)).toEqual([])
    })
  }
}

test('every button is at least 24 pixels wide and high for a mouse', async ({ page, redial }) => {
  await signIn(page, redial)
  await expectTargets(page, 24)

  await test.step('compact rows and the menu of columns', async () => {
    await page.goto('/failed-calls')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('radio', { name: 'Compact' }).check()
    await expect(page.getByRole('table')).toHaveAttribute('data-density', 'compact')
    expect(await tooSmall(page, 24)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await tooSmall(page, 24)).toEqual([])
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('every button reacts to a finger on at least 44 pixels', async ({ page, redial }) => {
    await signIn(page, redial)
    await expectTargets(page, 44)

    await test.step('links to receivers, to what they still lack, and back to all companies', async () => {
      await page.goto('/receivers')
      const rows = page.getByRole('table', { name: 'Receivers' }).getByRole('row')
      await expect(rows.getByRole('link', { name: /failed call/ }).first()).toBeVisible()
      expect(await tooSmall(page, 44, rows.getByRole('link'))).toEqual([])
      await page.goto('/blocklist?entity=acme-cars')
      const back = page.getByRole('link', { name: 'All companies' })
      await expect(back).toBeVisible()
      expect(await tooSmall(page, 44, back)).toEqual([])
    })

    await test.step('search, filters and the menu of columns', async () => {
      await page.goto('/failed-calls')
      const first = page.getByRole('table').getByRole('row').nth(1)
      await expect(first).toBeVisible()
      expect((await first.boundingBox())?.y).toBeLessThan(260)
      await page.getByRole('button', { name: 'Search and filters' }).click()
      expect(await tooSmall(page, 44)).toEqual([])
      await page.getByRole('button', { name: 'Columns' }).click()
      expect(await tooSmall(page, 44)).toEqual([])
    })
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the tick of a row is drawn in its box', async ({ page, redial }) => {
    await signIn(page, redial)
    await page.goto('/failed-calls')
    const box = page.getByRole('table').getByRole('checkbox').last()
    await box.click()
    await expect(box).toBeChecked()
    const placed = await box.evaluate(element => getComputedStyle(element, '::after').position)
    // Otherwise it has the place of the target of other buttons, a corner.
    expect(placed).toBe('static')
  })
})
