import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import papaparse from 'papaparse'

/** The file that a button or a link saves. */
export async function downloaded(button: Locator) {
  const downloading = button.page().waitForEvent('download')
  await button.click()
  const download = await downloading
  const bytes = await readFile(await download.path())
  return { name: download.suggestedFilename(), bytes, text: bytes.toString('utf8') }
}

/** Chooses a CSV with all columns in the dialog of an export, which proposes a workbook with those of the table. */
export async function chooseWholeCsv(dialog: Locator): Promise<void> {
  await dialog.getByLabel('CSV').check()
  await dialog.getByLabel('Every column').check()
}

/** The rows of a CSV, by the names of their columns. */
export function csvRows(text: string): Record<string, string>[] {
  const { data, errors } = papaparse.parse<Record<string, string>>(text.replace('\ufeff', ''), {
    header: true,
    skipEmptyLines: true,
  })
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return data
}
