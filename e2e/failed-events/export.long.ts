// Long: ranges of many pages are loaded and saved in each format.
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { answer } from '../../server/testing/peers/test-upstream.ts'
import { chooseWholeCsv, csvRows, downloaded } from '../support/downloaded.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, failedCalls, test } from '../support/listing-service.ts'

const LIST = '/failed-calls?from=2026-11-15&to=2026-11-21'
const menu = (page: Page) => page.getByRole('dialog', { name: 'Export' })

async function openMenu(page: Page, address = LIST) {
  await page.goto(address)
  await page.getByRole('button', { name: /^Export/ }).click()
  await expect(menu(page)).toBeVisible()
  await chooseWholeCsv(menu(page))
}

/** The file that the button saves. */
const saved = (page: Page, name = 'Download') =>
  downloaded(menu(page).getByRole('button', { name }))

test('a CSV file keeps accents and quotes, and disarms formulas', async ({ page, service }) => {
  const company = 'Müller, "Söhne" & Ко'
  const evil = failedCall(3, { company: '=HYPERLINK("https://evil.example","Open")' })
  service.list(
    [failedCall(4, { company }), evil, failedCall(2, { company: '+1+2\n@x' }), failedCall(1)],
    { pageSize: 20 },
  )
  await openMenu(page)
  const { name, text } = await saved(page)
  expect(name).toBe('failed-calls-2026-11-15-to-2026-11-21.csv')
  expect(text.startsWith('\ufeffFailed at,Company,Tracking number,Caller,')).toBe(true)
  const rows = csvRows(text)
  expect(rows.map(row => row.Company)).toEqual([
    company,
    `'=HYPERLINK("https://evil.example","Open")`,
    `'+1+2\n@x`,
    'Acme Cars',
  ])
  expect(rows[0]).toMatchObject({
    'Failed at': '2026-11-21T09:00:00.000+02:00',
    Caller: 'tel:+27825550004',
    'Tracking number': 'tel:+27105550142',
    Receiver: 'https://hooks.example/acme',
    'Why it failed': 'Answered 500, an error on its side',
    Attempts: '1',
    'Last status': '500',
    'Event ID': '4',
    'Call ID': '7004',
    Reference: 'session-4',
  })
  expect(JSON.parse(rows[0]?.Payload ?? '')).toEqual(failedCall(4, { company }).request_json)
  await expect(menu(page)).toContainText(`4 failed calls saved as ${name}`)
  await expectAccessible(page)
})

test('an export proposes a workbook without payloads', async ({ page, service }) => {
  service.list([failedCall(1)])
  await page.goto(LIST)
  await page.getByRole('button', { name: /^Export/ }).click()
  await expect(menu(page).getByLabel('Excel')).toBeChecked()
  await expect(menu(page).getByLabel('The columns of the table')).toBeChecked()
  const { name, bytes } = await saved(page)
  expect(name).toMatch(/\.xlsx$/)
  const sheet = unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array()
  expect(strFromU8(sheet)).not.toContain('Payload')
  expect(strFromU8(sheet)).toContain('Failed at (Africa/Johannesburg)')
  expect(strFromU8(sheet)).toContain('<c s="2"><v>46347.375</v>')
})

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
  await openMenu(page)
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

test('an export has the events that were found or selected', async ({ page, service }) => {
  service.list([
    ...failedCalls(45).slice(0, 39),
    ...[6, 5, 4, 3, 2, 1].map(number =>
      failedCall(number, { company: number % 2 ? `Bela ${number}` : 'Acme' }),
    ),
  ])
  await openMenu(page, `${LIST}&view=all&q=bela&sort=-company`)
  const file = await saved(page)
  expect(file.name).toBe('failed-calls-2026-11-15-to-2026-11-21-found.csv')
  expect(csvRows(file.text).map(row => row.Company)).toEqual(['Bela 5', 'Bela 3', 'Bela 1'])

  await page.goto(LIST)
  const tick = (place: number) => page.getByRole('row').nth(place).getByRole('checkbox').check()
  await tick(1)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(/page 2 of 3/)).toBeVisible()
  await tick(3)
  await page.getByRole('button', { name: /^Export/ }).click()
  await menu(page).getByLabel('Selected events (2)').check()
  await chooseWholeCsv(menu(page))
  const selected = await saved(page)
  expect(selected.name).toBe('failed-calls-2026-11-15-to-2026-11-21-selected.csv')
  expect(csvRows(selected.text).map(row => row['Event ID'])).toEqual(['45', '23'])
})
