// Long: axe examines every state of the receivers in two colour schemes.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, NUMBER, test, type UnnamedReceivers } from './unnamed-receivers.ts'

test.beforeEach(async ({ context, receivers }) => {
  receivers.good.behave(200)
  await receivers.signIn(context, 'Thandi')
})

const STATES: Record<string, (page: Page, receivers: UnnamedReceivers) => Promise<void>> = {
  'no receivers': async page => {
    await page.goto('/settings')
    await expect(page.getByText('No receiver is set')).toBeVisible()
  },
  'receivers, with news': async (page, { good }) => {
    await setReceiver(page, NUMBER, good.url)
    await expect(page.getByRole('table', { name: 'Receivers of tracking numbers' })).toBeVisible()
  },
  'receivers on a phone': async (page, { good }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await setReceiver(page, NUMBER, good.url)
    await expect(page.getByRole('table', { name: 'Receivers of tracking numbers' })).toBeVisible()
  },
  'the form with errors': async page => {
    await page.goto('/settings?set=')
    await saveReceiver(page)
    await expect(page.getByRole('dialog').getByLabel('URL')).toHaveAttribute('aria-invalid', 'true')
  },
  'a test that failed': async (page, { expired }) => {
    await page.goto(`/settings?receiver=${expired.exception}`)
    await page.getByRole('button', { name: /^Test receiver/ }).click()
    await expect(page.getByRole('dialog')).toContainText('expired on')
  },
}
for (const [state, show] of Object.entries(STATES)) {
  test(`${state}, light and dark`, async ({ page, receivers }) => {
    await show(page, receivers)
    await expectAccessible(page)
  })
}

async function setReceiver(page: Page, number: string, url: string): Promise<void> {
  await page.goto(`/settings?set=${number}`)
  await page.getByRole('dialog').getByLabel('URL').fill(url)
  await saveReceiver(page)
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
}

async function saveReceiver(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Save receiver' }).click()
}
