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

test('a sorted list has pages, and a search starts with the first one', async ({
  page,
  service,
}) => {
  service.list(failedCalls(3000))
  await openView(page, 'all')
  await expect(status(page)).toContainText('3,000 of 3,000', LONG)
  await expect(page.getByText('3,000 failed calls, page 1 of 150')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.locator('#open-2980')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await events(page)
    .getByRole('button', { name: /^Caller/ })
    .click()
  await expect(page.locator('#open-1')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.locator('#open-21')).toBeVisible()

  await search(page).pressSequentially('session-2997')
  await expect.poll(() => listed(events(page))).toBe(1)
  await expect(page.locator('#open-2997')).toBeVisible()
  await expect(search(page)).toBeFocused()
  await page.goBack()
  await expect(page.locator('#open-1')).toBeVisible()
})
