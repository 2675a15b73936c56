// Long: a range of events is loaded and searched while a person types.
import type { Page } from '@playwright/test'
import { expect, failedCall, failedCalls, test } from '../support/listing-service.ts'
import { events, openView, status } from './range-view.ts'

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
