// Long: ranges of many pages are loaded, searched, grouped and stepped through.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, failedCalls, test } from '../support/listing-service.ts'
import { events, groups, listed, openView, status } from './range-view.ts'

const search = (page: Page) => page.getByRole('searchbox')
const links = (page: Page) => events(page).locator('a[id^="open-"]')
const openEvent = (page: Page) => new URL(page.url()).searchParams.get('event')

test('typing while the URL updates loses nothing', async ({ page, service }) => {
  service.list(failedCalls(150))
  await openView(page, 'all')
  await expect(status(page)).toContainText('150 failed calls loaded')
  // Typing continues when the URL changes: before the page knows of the change, and after it.
  await page.evaluate(() => {
    const type = (text: string) => document.execCommand('insertText', false, text)
    const typeOn = ({ destination }: { destination: { url: string } }) => {
      if (!destination.url.endsWith('q=session-149')) return
      type(' ')
      requestAnimationFrame(() => requestAnimationFrame(() => type('acme')))
    }
    Reflect.get(window, 'navigation').addEventListener('navigate', typeOn)
  })
  await search(page).pressSequentially('session-149')
  await expect(search(page)).toHaveValue('session-149 acme')
  await expect(page).toHaveURL(/q=session-149(\+|%20)acme/)
  await expect(page.getByText('1 of 150 failed calls match')).toBeVisible()
})

test('an event that is opened right after typing stays open', async ({ page, service }) => {
  service.list([failedCall(2, { company: 'Acme' }), failedCall(1, { company: 'Bela' })])
  await openView(page, 'all')
  await expect(status(page)).toContainText('2 failed calls loaded')
  await search(page).fill('bela')
  await events(page).getByRole('link', { name: /Bela/ }).click()
  await expect(page).toHaveURL(/q=bela/)
  await expect(page).toHaveURL(/event=1/)
  await expect(page.getByRole('dialog')).toContainText('Bela')
})

test('a whole range is grouped, and a group shows its events', async ({ page, service }) => {
  service.list(
    [
      failedCall(9, { receiver: 'bela', company: 'Bela Motors', status: 404, at: '15:30' }),
      failedCall(8, { status: 204, at: '14:00' }),
      failedCall(7, { at: '13:00', call: 70 }),
      failedCall(6, { at: '12:00', call: 70 }),
      failedCall(5, { company: 'Acme Vans', at: '11:00' }),
      failedCall(4, { receiver: 'bela', company: 'Bela Motors', status: 404, at: '10:00' }),
      failedCall(3, { at: '09:30' }),
    ],
    { pageSize: 2 },
  )
  await openView(page, 'groups')
  await expect(status(page)).toContainText('7 failed calls loaded at')
  expect(service.pagesAsked()).toEqual([1, 2, 3, 4])
  const rows = groups(page).getByRole('row')
  await expect(rows).toHaveCount(3)
  const acme = rows.nth(1)
  await expect(acme).toContainText(/Acme Cars and Acme Vans.*Answered 500.*hooks.example\/acme/s)
  await expect(acme).toContainText('· Answered 204')
  // Missing, Failed and Calls.
  for (const [at, count] of ['5', '5', '4'].entries()) {
    await expect(acme.getByRole('cell').nth(at)).toHaveText(count)
  }
  await expect(acme).toContainText(/21 Nov, 09:30–14:00/)
  await expect(acme.getByRole('img')).toHaveAccessibleName(/^Most at .*: 1 of 5$/)
  await expect(acme).toContainText('max. 1')
  const header = (name: RegExp) => groups(page).getByRole('columnheader', { name })
  await expect(header(/^Receiver, with/)).toBeVisible()
  await expect(page.getByText('2 groups of 7 failed calls')).toBeVisible()

  await page.getByRole('button', { name: 'By company' }).click()
  await expect(rows.filter({ hasText: 'Acme Vans' }).getByRole('cell').nth(1)).toHaveText('1')
  await expect(header(/^Company, with/)).toBeVisible()
  await page.getByRole('button', { name: 'By cause' }).click()
  await expect(rows).toHaveCount(4)
  await expect(header(/^Cause, with/)).toBeVisible()
  // The title of a group is what it is grouped by.
  const answered500 = groups(page).getByRole('rowheader', { name: /^Answered 500/ })
  await expect(answered500.getByRole('link')).toHaveText(/^Answered 500/)
  await expect(answered500).toContainText('Acme')
  await page.getByRole('button', { name: 'By receiver' }).click()
  await expectAccessible(page)

  await acme.getByRole('link').click()
  await expect(page).toHaveURL(/view=all/)
  await expect.poll(() => listed(events(page))).toBe(5)
  await expect(page.getByText('5 of 7 failed calls match')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(groups(page)).toBeVisible()
  await page.getByRole('searchbox').fill('404')
  await expect(page.getByText('1 group of 2 failed calls out of 7 loaded')).toBeVisible()
})

test('keys step through the events that were found, in order', async ({ page, service }) => {
  service.list(
    Array.from({ length: 300 }, (_, place) =>
      failedCall(300 - place, { company: place % 2 === 0 ? 'Acme Cars' : 'Bela Motors' }),
    ),
  )
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&view=all&q=bela&sort=company')
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

test('a person who refreshes a range sees what is new at once', async ({ page, service }) => {
  service.list([failedCall(1)])
  await openView(page, 'all')
  await expect(status(page)).toContainText('1 failed call loaded')
  service.list([failedCall(2), failedCall(1)])
  await status(page).getByRole('button', { name: 'Refresh' }).click()
  await expect(links(page)).toHaveCount(2)
})

test('an opened event that is no longer listed says so', async ({ page, service }) => {
  service.list([failedCall(1), failedCall(2)])
  await openView(page, 'all')
  await expect(links(page)).toHaveCount(2)
  service.list([failedCall(1)])
  await page.locator('#open-2').click()
  await expect(page.getByRole('dialog')).toContainText('This failed call isn’t in the list')
})
