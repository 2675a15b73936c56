import type { Page } from '@playwright/test'
import { failedCall } from './support/listing-service.ts'
import { pageOf, startServiceWithReceiver } from './support/other-service.ts'
import { expect, testOn } from './support/redial.ts'

const test = testOn(async () => {
  const service = await startServiceWithReceiver()
  const results = [failedCall(1, { company: 'Acme' }), failedCall(2, { company: 'Bela' })]
  service.answers({
    'GET /v1/call_events_fail/': [200, pageOf(results)],
    'GET /v2/company/': [200, [{ reference: 'acme', name: 'Acme' }]],
  })
  return service
})

test.beforeEach(async ({ page }) => {
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  await expect(page.getByRole('table', { name: 'Failed calls' })).toBeVisible()
})

const field = (page: Page) => page.getByRole('combobox', { name: /Go to a page/ })

/** Slows each request down, so that the code of the palette takes a while. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

test('what is typed at once after Ctrl+K is only in the field', async ({ page }) => {
  await slowDown(page)
  for (const text of ['acme', 'bela 082', 'xjr']) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`${text}!`)
    await page.keyboard.press('Backspace')
    await page.keyboard.type('?')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue(`${text}?`)
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveCount(0)
  }
})

test('Ctrl+K does nothing while a dialog waits for an answer', async ({ page }) => {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toBeVisible()
  await page.keyboard.press('Control+k')
  // Under the dialog, it would have no role.
  await expect(page.getByLabel(/Go to a page/)).toHaveCount(0)
  await expect(shortcuts).toBeVisible()
})

test('Enter before the field appears chooses the first result', async ({ page }) => {
  await slowDown(page)
  for (const [text, heading] of [
    ['replays', 'Replays'],
    ['failed ai', 'Failed AI events'],
    ['report', 'Report'],
    ['082 555 0109', 'Failed calls'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  }
})

test('a chosen page’s heading gets the focus; Escape gives it back', async ({ page }) => {
  const event = page.getByRole('table', { name: 'Failed calls' }).getByRole('link').first()
  await event.focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(event).toBeFocused()
  for (const [text, heading] of [
    ['acme', 'Acme'],
    // The page that is open already.
    ['acme', 'Acme'],
    ['settings', 'Settings'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
    // A company is known a moment later than a page.
    const active = page.getByRole('listbox').getByRole('option', { selected: true })
    await expect(active).toContainText(heading)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  }
})

test('a company that only has failed calls is found', async ({ page }) => {
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&q=Bela')
  await expect(page.getByRole('row').filter({ hasText: 'Bela' })).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+K')
  await field(page).fill('bela')
  await page.getByRole('option', { name: /^Bela/ }).click()
  await expect(page).toHaveURL(/\/companies\/Bela/)
})
