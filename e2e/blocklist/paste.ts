import type { Locator } from '@playwright/test'

/** Pastes lines into a field, as the browser does: the clipboard itself is one for all tests. */
export async function paste(field: Locator, lines: string[]): Promise<void> {
  await field.evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, lines.join('\n'))
}
