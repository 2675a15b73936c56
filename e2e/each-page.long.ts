// Long: every page, and what opens on it, is examined and measured in four windows.
import type { Locator, Page } from '@playwright/test'
import { addDays, dayOf } from '../contract/time/calendar-date.ts'
import { PAGES, VIEWS } from './pages.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { expect, onDemo as test } from './support/redial.ts'

const FINGER = { hasTouch: true, isMobile: true }

const LAPTOP = { viewport: { width: 1440, height: 900 } }
const TABLET = { viewport: { width: 820, height: 1180 } }
const PHONE = { viewport: { width: 390, height: 844 }, ...FINGER }
const PHONE_ON_ITS_SIDE = { viewport: { width: 844, height: 390 }, ...FINGER }

/** Pixels. */
const LEAST_FOR_MOUSE = 24
const LEAST_FOR_FINGER = 44

/** Three sizes and two weights. */
const FONT_SIZES = ['12px', '14px', '20px']
const WEIGHTS = ['400', '600']

const today = dayOf(new Date(), 'Africa/Johannesburg')
const WEEK = `from=${addDays(today, -6)}&to=${today}`

for (const [device, settings, examinations] of [
  [
    'a laptop',
    LAPTOP,
    [expectAccessible, expectFonts, expectTargetsForMouse, expectPopoversInside],
  ],
  ['a tablet', TABLET, [expectAccessible]],
  ['a phone', PHONE, [expectAccessible, expectTargetsForFinger, expectPopoversInside]],
  ['a phone on its side', PHONE_ON_ITS_SIDE, [expectPopoversInside]],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use(settings)

    for (const { name, path } of [...PAGES, ...VIEWS]) {
      test(`${name} can be read and used`, async ({ page }) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText('Loading', { exact: false })).toHaveCount(0)
        await page.waitForLoadState('networkidle')
        for (const examine of examinations) await test.step(examine.name, () => examine(page))
      })
    }
  })
}

/** What opens over a list or next to it. */
const OPENED: Record<string, (page: Page) => Promise<void>> = {
  'the details of an event': async page => {
    await page.getByRole('table').getByRole('link').first().click()
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
  },
  'the message to a customer': async page => {
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy message' }).click()
    await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible()
  },
  'the menu of a row': async page => {
    await page
      .getByRole('button', { name: /^More actions/ })
      .first()
      .click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
  },
  'the calendar': async page => {
    await page.getByRole('button', { name: 'Calendar' }).click()
    await expect(page.getByRole('button', { name: 'Last week' })).toBeVisible()
  },
  'the export': async page => {
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
  },
  'the saved views': async page => {
    await page.getByRole('button', { name: /views/i }).click()
    await expect(page.getByRole('button', { name: 'Save view' })).toBeVisible()
  },
  'the command palette': async page => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Go to a page, or search' })).toBeFocused()
  },
  'the list of shortcuts': async page => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  },
}

for (const [device, settings] of [
  ['a laptop', LAPTOP],
  ['a tablet', TABLET],
  ['a phone', PHONE],
] as const) {
  test.describe(`over Failed calls, on ${device}`, () => {
    test.use(settings)

    for (const [name, open] of Object.entries(OPENED)) {
      test(`${name} is accessible`, async ({ page }) => {
        await page.goto(`/failed-calls?${WEEK}`)
        await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
        // Rows are shown before the page handles keys.
        await page.waitForLoadState('networkidle')
        await open(page)
        await expectAccessible(page)
      })
    }
  })
}

test('compact rows and the Columns menu are accessible by mouse', async ({ page }) => {
  await page.goto(`/failed-calls?${WEEK}`)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('radio', { name: 'Compact' }).check()
  await expect(page.getByRole('table')).toHaveAttribute('data-density', 'compact')
  await expectAccessible(page)
  expect(await tooSmall(page, LEAST_FOR_MOUSE)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await tooSmall(page, LEAST_FOR_MOUSE)).toEqual([])
})

test('the page of a company fits into 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 })
  await page.goto('/companies/Acme%20Cars%20Sandton')
  await expect(page.getByRole('row').filter({ hasText: 'Failed calls' })).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(320)
})

test.describe('with a finger', () => {
  test.use(PHONE)

  test('links to receivers, missing events and all companies are large', async ({ page }) => {
    await page.goto('/receivers')
    const rows = page.getByRole('table', { name: 'Receivers' }).getByRole('row')
    await expect(rows.getByRole('link', { name: /failed call/ }).first()).toBeVisible()
    expect(await tooSmall(page, LEAST_FOR_FINGER, rows.getByRole('link'))).toEqual([])
    await page.goto('/blocklist?entity=acme-cars')
    const back = page.getByRole('link', { name: 'All companies' })
    await expect(back).toBeVisible()
    expect(await tooSmall(page, LEAST_FOR_FINGER, back)).toEqual([])
  })

  test('search, filters and columns have large buttons and ticks', async ({ page }) => {
    await page.goto('/failed-calls')
    const first = page.getByRole('table').getByRole('row').nth(1)
    await expect(first).toBeVisible()
    expect((await first.boundingBox())?.y).toBeLessThan(260)
    await page.getByRole('button', { name: 'Search and filters' }).click()
    expect(await tooSmall(page, LEAST_FOR_FINGER)).toEqual([])
    await page.getByRole('button', { name: 'Columns' }).click()
    expect(await tooSmall(page, LEAST_FOR_FINGER)).toEqual([])
    await page.keyboard.press('Escape')
    const box = page.getByRole('table').getByRole('checkbox').last()
    await box.click()
    await expect(box).toBeChecked()
    const placed = await box.evaluate(element => getComputedStyle(element, '::after').position)
    // Otherwise it has the place of the target of other buttons, a corner.
    expect(placed).toBe('static')
  })
})

test('a long list of choices opens from the left edge of its filter', async ({ page }) => {
  await page.goto('/activity')
  const action = page.getByRole('button', { name: 'Action', exact: true })
  await action.click()
  const choices = page.getByRole('dialog', { name: 'Action' })
  await expect(choices).toBeVisible()
  expect((await choices.boundingBox())?.x).toBe((await action.boundingBox())?.x)
})

test('Escape returns the focus from a popover to its button', async ({ page }) => {
  await page.goto('/failed-calls')
  const views = page.getByRole('button', { name: 'Saved views' })
  await views.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Saved views' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(views).toBeFocused()
})

/** Bars of a chart share its width, and the fields From and To choose the same days. */
const controls = (page: Page): Locator =>
  page
    .locator('button:visible, select:visible, thead input:visible')
    .and(page.locator(':not([role=group] > button)'))

/**
 * The controls that react to a pointer in less than `least` pixels across or down, with what was measured. It asks
 * the browser which element is at each point, so an element that covers or cuts a button counts, too. An open popover
 * is an exception: a row under its edge can be scrolled away from it.
 */
async function tooSmall(page: Page, least: number, targets = controls(page)): Promise<string[]> {
  return targets.evaluateAll((buttons, least) => {
    const elements: string[] = []
    for (const button of buttons) {
      button.scrollIntoView({ block: 'center', inline: 'center' })
      const box = button.getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      let isUnderPopover = false
      const reacts = (right: number, down: number) => {
        const touched = document.elementFromPoint(x + right, y + down)
        const popover = touched?.closest(':popover-open')
        if (popover && !popover.contains(button)) isUnderPopover = true
        return touched?.closest('button, select, input, a') === button
      }
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
      if (!isUnderPopover && Math.min(across, down) < least - 1) {
        elements.push(
          `${button.textContent || button.getAttribute('title') || button.ariaLabel}: ${across} × ${down}`,
        )
      }
    }
    return elements
  }, least)
}

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
    { sizes: FONT_SIZES, weights: WEIGHTS },
  )
}

/** How far each side of the popover is beyond the window or the navigation next to the page. */
const overhang = (popover: Locator) =>
  popover.evaluate(shown => {
    const { left, right, top, bottom } = shown.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    return [-left, right - clientWidth, -top, bottom - clientHeight].map(by => Math.max(0, by))
  })

async function expectFonts(page: Page): Promise<void> {
  expect.soft(await strayTexts(page)).toEqual([])
}

function expectTargetsForMouse(page: Page): Promise<void> {
  return expectTargets(page, LEAST_FOR_MOUSE)
}

function expectTargetsForFinger(page: Page): Promise<void> {
  return expectTargets(page, LEAST_FOR_FINGER)
}

async function expectTargets(page: Page, least: number): Promise<void> {
  expect(await controls(page).count()).toBeGreaterThan(0)
  expect.soft(await tooSmall(page, least)).toEqual([])
}

async function expectPopoversInside(page: Page): Promise<void> {
  const filters = page.getByRole('button', { name: 'Search and filters' })
  if (await filters.isVisible()) await filters.click()
  const openers = page.locator('button[popovertarget]:visible')
  for (let index = 0; index < (await openers.count()); index++) {
    const opener = openers.nth(index)
    const name = (await opener.textContent()) ?? ''
    await opener.click()
    const popover = page.locator(':popover-open')
    await expect(popover).toBeVisible()
    await expect(popover.getByText('Loading', { exact: false })).toHaveCount(0)
    expect.soft(await overhang(popover), name).toEqual([0, 0, 0, 0])
    await page.keyboard.press('Escape')
    await expect(popover).toHaveCount(0)
  }
}
