// Long: ranges of many pages are loaded and saved in each format.
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { answer } from '../../server/testing/peers/test-upstream.ts'
import { chooseWholeCsv, csvRows, downloaded } from '../support/downloaded.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, failedCalls, test } from '../support/listing-service.ts'

const LIST = '/failed-calls?from=2026-11-15&to=2026-11-21'
const menu = (page: Page) => page.getByRole('dialog', { name: 'Export' })

/** The file that the button saves. */
const saved = (page: Page, name = 'Download') =>
  downloaded(menu(page).getByRole('button', { name }))

test('an export continues after a failure, or says it is partial', async ({ page, service }) => {
  test.slow()
  const held = Promise.withResolvers<void>()
  // The gateway has read the list before.
  const times = new Map<number, number>()
  const isSecond = (page: number) => times.set(page, (times.get(page) ?? 0) + 1).get(page) === 2
  service.list(failedCalls(950), {
    before: (page, response) => {
      const isAskedAgain = isSecond(page)
      if (page === 6 && isAskedAgain) return held.promise
      if (page !== 3 || !isAskedAgain) return false
      answer(response, 403, { detail: 'Not any more.' })
      return true
    },
  })
  await page.goto(LIST)
  await page.getByRole('button', { name: /^Export/ }).click()
  await chooseWholeCsv(menu(page))
  const chooseAll = () =>
    menu(page)
      .getByLabel(/^All from/)
      .check()
  await chooseAll()
  const downloads: string[] = []
  page.on('download', download => downloads.push(download.suggestedFilename()))
  await menu(page).getByRole('button', { name: 'Download' }).click()
  const problem = menu(page).getByRole('alert')
  await expect(problem).toContainText(
    'The service does not allow your API token to read this list.',
  )
  await expect(problem).toContainText('Export incomplete: 200 of 950 loaded')
  await menu(page).getByRole('button', { name: 'Continue' }).click()
  await expect(menu(page)).toContainText('500 of 950 loaded')
  await expectAccessible(page)
  await menu(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(problem).toContainText('Export incomplete: 500 of 950 loaded. No file was created.')
  await expectAccessible(page)
  expect(downloads).toEqual([])

  const part = await saved(page, 'Download only these 500')
  expect(part.name).toBe('failed-calls-2026-11-15-to-2026-11-21-incomplete-500-of-950.csv')
  expect(csvRows(part.text)).toHaveLength(500)
  await expect(menu(page)).toContainText('It is incomplete: 500 of 950')

  held.resolve()
  await chooseAll()
  await chooseWholeCsv(menu(page))
  const all = await saved(page)
  expect(all.name).toBe('failed-calls-2026-11-15-to-2026-11-21.csv')
  expect(csvRows(all.text)).toHaveLength(950)
})

test('an export proposes a workbook of what was found', async ({ page, service }) => {
  const companies = ['Acme', 'Bela 5', 'Acme', 'Bela 3', 'Acme', 'Bela 1']
  service.list(companies.map((company, place) => failedCall(6 - place, { company })))
  await page.goto(`${LIST}&view=all&q=bela&sort=-company`)
  await page.getByRole('button', { name: /^Export/ }).click()
  await expect(menu(page).getByLabel('Excel')).toBeChecked()
  await expect(menu(page).getByLabel('The columns of the table')).toBeChecked()
  const { name, bytes } = await saved(page)
  expect(name).toBe('failed-calls-2026-11-15-to-2026-11-21-found.xlsx')
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet.match(/Bela \d|Acme/g)).toEqual(['Bela 5', 'Bela 3', 'Bela 1'])
  expect(sheet).toContain('Failed at (Africa/Johannesburg)')
  expect(sheet).not.toContain('Payload')
})

test('an export has the events that were selected', async ({ page, service }) => {
  service.list(failedCalls(45))
  await page.goto(LIST)
  const tick = (place: number) => page.getByRole('row').nth(place).getByRole('checkbox').check()
  await tick(1)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(/page 2 of 3/)).toBeVisible()
  await tick(3)
  await page.getByRole('button', { name: /^Export/ }).click()
  await menu(page).getByLabel('Selected events (2)').check()
  await chooseWholeCsv(menu(page))
  const { name, text } = await saved(page)
  expect(name).toBe('failed-calls-2026-11-15-to-2026-11-21-selected.csv')
  expect(csvRows(text).map(row => row['Event ID'])).toEqual(['45', '23'])
  await expect(menu(page)).toContainText(`2 failed calls saved as ${name}`)
})
