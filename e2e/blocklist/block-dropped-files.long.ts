// Long: files are dropped, read and dropped again in a browser.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/redial.ts'
import { openForm } from './block-numbers-form.ts'
import { signedInPartner } from './blocklist-account.ts'

const folder = mkdtempSync(join(tmpdir(), 'redial-e2e-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('files can be dropped anywhere or chosen, and no input is lost', async ({ page, redial }) => {
  const service = await signedInPartner(page, redial, { companies: ['Drop'] })
  const form = await openForm(page, 'context=company&entity=Drop')
  await form.enter('27825551701')
  await drop(page, form.numbers, file('column.csv', 'Name;Phone\r\nDoe;082 555 1702\r\n'))
  await expect(form.dialog).toContainText('1 entry added. Only the column “Phone” was read.')
  // Outside the field, a browser would open the file instead of the page.
  const other = file('other.txt', '27825551703\n')
  await drop(page, form.dialog.getByRole('heading'), file('numbers.xlsx', 'PK\u0003\u0004'), other)
  await test.step('each of several files is named, with its contents or why it can’t be read', async () => {
    await expect(form.dialog).toContainText('“numbers.xlsx” is a workbook, not a list.')
    await expect(form.dialog).toContainText('“other.txt”: 1 entry added.')
  })
  await form.expectEntries('27825551701', '082 555 1702', '27825551703')

  await test.step('a refused file can be chosen again after it is fixed', async () => {
    for (const text of ['', '27825551704\n']) {
      const choosing = page.waitForEvent('filechooser')
      await form.dialog.getByRole('button', { name: 'Choose a file' }).click()
      const chooser = await choosing
      // A browser reports no change if the file is chosen already.
      expect(await chooser.element().inputValue()).toBe('')
      await chooser.setFiles(file('again.csv', text))
      if (text === '') await expect(form.dialog).toContainText('“again.csv” is empty.')
    }
    await expect(form.number(4)).toHaveValue('27825551704')
  })
  await form.submit()
  await expect(page.getByText('4 numbers blocked for Drop.')).toBeVisible()
  expect(await service.numbersOf('company', 'Drop')).toEqual([
    '27825551701',
    '27825551702',
    '27825551703',
    '27825551704',
  ])
})

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** Like a drop from the desktop: a file that no script handles opens instead of the page. */
async function drop(page: Page, where: Locator, ...files: string[]) {
  await where.scrollIntoViewIfNeeded()
  const box = await where.boundingBox()
  if (box === null) throw new Error('Nothing to drop on')
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 12)]
  const data = { items: [], files, dragOperationsMask: 1 }
  const browser = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, x, y, data })
  }
  await browser.detach()
}
