// Long: replays several pages of events and exports them.
import { readFile } from 'node:fs/promises'
import papaparse from 'papaparse'
import { expect, test } from '../replays/redial-with-receivers.ts'

test('the export has the last replay of every event, whether it was on screen or not', async ({
  page,
  context,
  withReceivers: { one, listFailures, signIn },
}) => {
  await context.addCookies([await signIn('Thandi')])
  one.behave(200)
  const day = await listFailures({ receiver: one, count: 25 })
  const address = `/failed-calls?from=${day}&to=${day}`
  const rowOf = (company: number) =>
    page.getByRole('row').filter({ hasText: `Company ${company}.` })
  await page.goto(`${address}&page=2`)
  await rowOf(3)
    .getByRole('button', { name: /^Replay/ })
    .click()
  await expect(rowOf(3)).toContainText('Delivered, answered 200')

  await page.goto(address)
  await expect(rowOf(25)).toBeVisible()
  await page.getByRole('button', { name: /^Export/ }).click()
  const menu = page.getByRole('dialog', { name: 'Export' })
  await menu.getByLabel(/^All from .* \(25\)$/).check()
  const downloading = page.waitForEvent('download')
  await menu.getByRole('button', { name: 'Download' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const { data } = papaparse.parse<Record<string, string>>(text.replace('\ufeff', ''), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data).toHaveLength(25)
  const replayed = data.filter(row => row['Last replay'] !== '')
  expect(replayed.map(row => [row.Company, row['Last replay']])).toEqual([
    ['Company 3.', expect.stringMatching(/^Delivered, answered 200 at \d{4}-\d\d-\d\dT/)],
  ])
})
