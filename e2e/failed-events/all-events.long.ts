// Long: thousands of events are loaded, searched and scrolled.
import type { Page } from '@playwright/test'
import { expect, failedCall, failedCalls, test } from '../support/listing-service.ts'
import { events, listed, openView, status } from './range-view.ts'

const LONG = { timeout: 20_000 }

const search = (page: Page) => page.getByRole('searchbox')

test('typing while the URL updates loses nothing', async ({ page, service }) => {
  service.list(failedCalls(150))
  await openView(page, 'all')
  await expect(status(page)).toContainText('150 of 150')
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
  await expect(status(page)).toContainText('2 of 2')
  await search(page).fill('bela')
  await events(page).getByRole('link', { name: /Bela/ }).click()
  await expect(page).toHaveURL(/q=bela/)
  await expect(page).toHaveURL(/event=1/)
  await expect(page.getByRole('dialog')).toContainText('Bela')
})

test('few of thousands of events are drawn, the keyboard reaches all, and scrolling keeps the focus', async ({
  page,
  service,
}) => {
  service.list(failedCalls(3000))
  await openView(page, 'all')
  await expect(status(page)).toContainText('3,000 of 3,000', LONG)
  const open = events(page).getByRole('link')
  await open.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('#open-2999')).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.locator('#open-1')).toBeFocused()
  await expect(page.locator('#open-1')).toBeInViewport()
  expect(await open.count()).toBeLessThan(60)
  await page.keyboard.press('Home')
  await expect(page.locator('#open-3000')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Acme Cars')
  await expect(page).toHaveURL(/event=3000/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('#open-3000')).toBeFocused()

  await page.locator('#open-2998').focus()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
  const middle = page.getByRole('link').and(page.locator('[id^="open-15"], [id^="open-14"]'))
  await expect(middle.nth(8)).toBeInViewport()
  // Nothing scrolls automatically: a person who stops scrolling stays there.
  const shown = await middle.nth(8).getAttribute('id')
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => resolve(0))))
  await expect(page.locator(`#${shown}`)).toBeInViewport()
  await expect(page.locator('#open-2998')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('#open-2997')).toBeFocused()
  await expect(page.locator('#open-2997')).toBeInViewport()

  await search(page).pressSequentially('2997')
  await expect(search(page)).toBeFocused()
  await expect.poll(() => listed(events(page))).toBeLessThan(3000)
  await expect(search(page)).toBeFocused()
})
