// Long: steps through the events of a range that has loaded.
import type { Page } from '@playwright/test'
import { expect, failedCall, test } from '../support/listing-service.ts'

const ALL = '/failed-calls?from=2026-11-21&to=2026-11-21&view=all'
const table = (page: Page) => page.getByRole('table', { name: 'Failed calls' })
const links = (page: Page) => table(page).locator('a[id^="open-"]')
const openEvent = (page: Page) => new URL(page.url()).searchParams.get('event')

test('keys step through the events that were found, in order', async ({ page, service }) => {
  service.list(
    Array.from({ length: 300 }, (_, place) =>
      failedCall(300 - place, { company: place % 2 === 0 ? 'Acme Cars' : 'Bela Motors' }),
    ),
  )
  await page.goto(`${ALL}&q=bela&sort=company`)
  await expect(page.getByText('150 of 300 failed calls match')).toBeVisible()
  await links(page).first().click()
  const drawer = page.getByRole('dialog')
  const place = drawer.getByRole('status').first()
  await expect(place).toHaveText(/^1 of 150\. /)
  await expect(drawer.getByRole('button', { name: 'Previous event' })).toBeDisabled()
  const opened = new Set([openEvent(page)])
  for (let step = 2; step <= 25; step++) {
    await page.keyboard.press('j')
    await expect(place).toHaveText(new RegExp(`^${step} of 150\\. `))
    opened.add(openEvent(page))
  }
  expect(opened.size).toBe(25)
  await page.keyboard.press('k')
  await expect(place).toHaveText(/^24 of 150\. /)
  const last = page.locator(`#open-${openEvent(page)}`)

  // It is far below the rows that were visible when the first one was opened.
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
})

test('an opened event that is no longer listed says so', async ({ page, service }) => {
  service.list([failedCall(1), failedCall(2)])
  await page.goto(ALL)
  await expect(links(page)).toHaveCount(2)
  service.list([failedCall(1)])
  await page.locator('#open-2').click()
  await expect(page.getByRole('dialog')).toContainText('This failed call isn’t in the list')
})
