import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/expect-accessible.ts'
import { failedCall } from '../support/listing-service.ts'
import { expect, test } from '../support/redial-with-listing.ts'

test.use({ baseURL: ({ service }, use) => use(service.url) })
test.beforeEach(async ({ context, service }) => {
  await context.addCookies([service.session])
  const days = ['19', '20', '20', '20', '21', '22', '22']
  service.list(
    days.map((day, index) => ({
      ...failedCall(days.length - index),
      failed_at: `2026-11-${day}T0${index}:30:00+02:00`,
    })),
  )
})

const chart = (page: Page) => page.getByRole('group', { name: /^Failed calls by day/ })
const bar = (page: Page, name: string | RegExp) => chart(page).getByRole('button', { name })

async function openChart(page: Page): Promise<void> {
  await page.goto('/failed-calls?from=2026-11-18&to=2026-11-23')
  await page.getByRole('button', { name: 'Chart' }).click()
  await expect(bar(page, 'Fri 20 Nov: 3 failed calls')).toBeVisible()
}

test('the chart shows when the events failed, and dragging across it chooses days', async ({
  page,
}) => {
  await openChart(page)
  await expect(chart(page).getByRole('button')).toHaveCount(6)
  await expect(bar(page, 'Wed 18 Nov: 0 failed calls')).toBeVisible()
  await expectAccessible(page)

  await bar(page, /^Fri 20/).hover()
  await page.mouse.down()
  await bar(page, /^Sat 21/).hover()
  await bar(page, /^Sun 22/).hover()
  await page.mouse.up()
  await expect(page).toHaveURL(/from=2026-11-20&to=2026-11-22/)
  await expect(chart(page).getByRole('button')).toHaveCount(3)

  await bar(page, /^Sat 21/).click()
  await expect(page).toHaveURL(/from=2026-11-21&to=2026-11-21/)
  await expect(page.getByRole('img', { name: /^Failed calls by hour/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Chart' }).click()
  await expect(page.getByRole('img', { name: /^Failed calls by hour/ })).toHaveCount(0)
})

test('the keyboard chooses a day, or several with Shift', async ({ page }) => {
  await openChart(page)
  await chart(page).getByRole('button').last().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(bar(page, /^Sun 22/)).toBeFocused()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(bar(page, /^Fri 20/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=2026-11-20&to=2026-11-22/)
})

test('a tall window shows the chart, and one of a laptop keeps its room for rows', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 1200 })
  await page.goto('/failed-calls?from=2026-11-18&to=2026-11-23')
  await expect(chart(page)).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(chart(page)).toHaveCount(0)
})
