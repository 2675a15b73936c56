// Long: opens every popover of every page in three windows.
import type { Locator, Page } from '@playwright/test'
import { openSession } from './support/open-session.ts'
import { expect, test } from './support/redial.ts'

const PAGES = [
  '/',
  '/failed-calls',
  '/failed-calls?view=groups',
  '/blocklist?entity=acme-cars',
  '/replays',
  '/receivers',
  '/activity',
  '/settings',
]

/** How far each side of the popover is beyond the window or the navigation beside the page. */
const overhang = (popover: Locator) =>
  popover.evaluate(shown => {
    const { left, right, top, bottom } = shown.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    return [-left, right - clientWidth, -top, bottom - clientHeight].map(by => Math.max(0, by))
  })

async function expectInside(page: Page) {
  for (const path of PAGES) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Loading', { exact: false })).toHaveCount(0)
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
    })
  }
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
]) {
  test.describe(`in a window of ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } })

    test('every popover opens within the window', async ({ page, redial }) => {
      const { text } = await redial.makeToken()
      await page.context().addCookies([await openSession(redial.url, text, 'Thandi')])
      await expectInside(page)
    })
  })
}

test('a long list of choices opens from the left edge of its filter', async ({ page, redial }) => {
  const { text } = await redial.makeToken()
  await page.context().addCookies([await openSession(redial.url, text, 'Thandi')])
  await page.goto('/activity')
  const action = page.getByRole('button', { name: 'Action', exact: true })
  await action.click()
  const choices = page.getByRole('dialog', { name: 'Action' })
  await expect(choices).toBeVisible()
  expect((await choices.boundingBox())?.x).toBe((await action.boundingBox())?.x)
})

test('a popover opens by the keyboard, and Escape returns the focus to its button', async ({
  page,
  redial,
}) => {
  const { text } = await redial.makeToken()
  await page.context().addCookies([await openSession(redial.url, text, 'Thandi')])
  await page.goto('/failed-calls')
  const views = page.getByRole('button', { name: 'Saved views' })
  await views.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Saved views' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(views).toBeFocused()
})
