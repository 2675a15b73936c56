// Long: replays several pages of events and exports them.
import { expect, test } from '../replays/redial-with-receivers.ts'
import { chooseWholeCsv, csvRows, downloaded } from '../support/downloaded.ts'

const WHY = 'Answered 500, an error on its side'

test('an export has the newest replays and causes of all events', async ({ page, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 25 })
  const address = `/failed-calls?from=${day}&to=${day}`
  const rowOf = (company: number) =>
    page.getByRole('row').filter({ hasText: `Company ${company}.` })
  await page.goto(`${address}&page=2`)
  await rowOf(3)
    .getByRole('button', { name: /^Replay/ })
    .click()
  await expect(rowOf(3)).toContainText('Delivered, answered 200')
  one.behave(404)
  await rowOf(4)
    .getByRole('button', { name: /^Replay/ })
    .click()
  await expect(rowOf(4)).toContainText('Answered 404')

  await page.goto(address)
  await expect(rowOf(25)).toBeVisible()
  await page.getByRole('button', { name: /^Export/ }).click()
  const menu = page.getByRole('dialog', { name: 'Export' })
  await menu.getByLabel(/^All from .* \(25\)$/).check()
  await chooseWholeCsv(menu)
  const { text } = await downloaded(menu.getByRole('button', { name: 'Download' }))
  const rows = csvRows(text)
  expect(rows).toHaveLength(25)
  const replayed = rows.filter(row => row['Last replay'] !== '')
  const cells = replayed.map(row => [row.Company, row['Last replay'], row['Why it failed']])
  expect(cells).toEqual([
    ['Company 4.', expect.stringMatching(/^Failed again/), 'Answered 404, address not found'],
    ['Company 3.', expect.stringMatching(/^Delivered, answered 200 at \d{4}-\d\d-\d\dT/), WHY],
  ])
  expect(rows[0]?.['Why it failed']).toBe(WHY)
  const again = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(replayed.map(row => row['Failed again at'])).toEqual([again, ''])
})
