// Long: each request takes 400 ms, so that a person types before the palette is there.
import type { Page } from '@playwright/test'
import { expect, field, test } from './palette.ts'

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
