import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/redial.ts'

/** The form that blocks numbers, by its labels. */
export function blockNumbersForm(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Block numbers' })
  const number = (row: number) =>
    dialog.getByRole('textbox', { name: `Number ${row}`, exact: true })
  const pasteArea = dialog.getByRole('textbox', { name: /^Paste a list/ })
  /** "Block 3 numbers for Acme Cars" */
  const submitButton = dialog.getByRole('button', { name: /^Block ([\d,]+ )?numbers?\b/ })
  return {
    dialog,
    submitButton,
    context: dialog.getByRole('group', { name: 'Block for a' }),
    name: dialog
      .getByRole('combobox', { name: /^Name of the/ })
      .or(dialog.getByRole('textbox', { name: /^Name of the/ })),
    reference: dialog.getByRole('textbox', { name: 'Reference' }),
    numbers: dialog.getByRole('group', { name: 'Phone numbers' }),
    number,
    pasteArea,
    async open() {
      // A drawer that is still closing would receive the click.
      await expect(dialog).toBeHidden()
      await page.getByRole('main').getByRole('button', { name: 'Block numbers' }).click()
    },
    /** Adds one entry for each text. */
    async enter(...texts: string[]) {
      for (const text of texts) {
        await pasteArea.fill(text)
        await pasteArea.press('Enter')
        await expect(pasteArea).toHaveValue('')
        await expect(dialog.getByText('Reading…')).toBeHidden()
      }
    },
    submit: () => submitButton.click(),
    async expectEntries(...entries: string[]) {
      for (const [index, entry] of entries.entries()) {
        await expect(number(index + 1)).toHaveValue(entry)
      }
      await expect(number(entries.length + 1)).toHaveCount(0)
    },
  }
}

/** Opens the form by a link, such as one with "entity=acme-cars". */
export async function openForm(page: Page, search = '') {
  await page.goto(`/blocklist?add=true&${search}`)
  return blockNumbersForm(page)
}

/** The bodies of the requests that block numbers, as the page sends them. */
export function blocksSent(page: Page): unknown[] {
  const sent: unknown[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/blocklist/')) {
      sent.push(request.postDataJSON())
    }
  })
  return sent
}

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
