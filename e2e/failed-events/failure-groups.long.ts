// Long: ranges of many pages are loaded, grouped and examined by axe.
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, test } from '../support/listing-service.ts'
import { test as onDemo } from '../support/redial.ts'
import { events, groups, listed, openView, status } from './range-view.ts'

onDemo.use({ demo: 'groups' })

const LONG = { timeout: 20_000 }

test('all pages are loaded and grouped by receiver or cause, and a group shows its events', async ({
  page,
  service,
}) => {
  service.list(
    [
      failedCall(9, { receiver: 'bela', company: 'Bela Motors', status: 404, at: '15:30' }),
      failedCall(8, { status: 204, at: '14:00' }),
      failedCall(7, { at: '13:00', call: 70 }),
      failedCall(6, { at: '12:00', call: 70 }),
      failedCall(5, { company: 'Acme Vans', at: '11:00' }),
      failedCall(4, { receiver: 'bela', company: 'Bela Motors', status: 404, at: '10:00' }),
      failedCall(3, { at: '09:30' }),
    ],
    { pageSize: 2 },
  )
  await openView(page, 'groups')
  await expect(status(page)).toContainText('7 of 7 failed calls loaded at')
  expect(service.pagesAsked()).toEqual([1, 2, 3, 4])
  const rows = groups(page).getByRole('row')
  await expect(rows).toHaveCount(3)
  const [acme, bela] = [rows.nth(1), rows.nth(2)]
  await expect(acme).toContainText(/Acme Cars and Acme Vans.*Answered 500.*hooks.example\/acme/s)
  await expect(acme).toContainText('· Answered 204')
  // Missing, Failed and Calls.
  for (const [at, count] of ['5', '5', '4'].entries()) {
    await expect(acme.getByRole('cell').nth(at)).toHaveText(count)
  }
  await expect(acme).toContainText(/21 Nov, 09:30–14:00/)
  await expect(acme.getByRole('img')).toHaveAccessibleName(/^Most at .*: 1 of 5$/)
  await expect(bela).toContainText(/Answered 404.*hooks.example\/bela/s)
  await expect(bela).toContainText(/21 Nov, 10:00–15:30/)
  await expect(acme).toContainText('max. 1')
  const header = (name: RegExp) => groups(page).getByRole('columnheader', { name })
  await expect(header(/^Receiver, with/)).toBeVisible()
  await expect(page.getByText('2 groups of 7 failed calls')).toBeVisible()

  await page.getByRole('button', { name: 'By company' }).click()
  await expect(rows).toHaveCount(4)
  await expect(rows.filter({ hasText: 'Acme Vans' }).getByRole('cell').nth(1)).toHaveText('1')
  await expect(header(/^Company, with/)).toBeVisible()
  await page.getByRole('button', { name: 'By cause' }).click()
  await expect(rows).toHaveCount(4)
  await expect(header(/^Cause, with/)).toBeVisible()
  // The title of a group is what it is grouped by.
  const answered500 = groups(page).getByRole('rowheader', { name: /^Answered 500/ })
  await expect(answered500.getByRole('link')).toHaveText(/^Answered 500/)
  await expect(answered500).toContainText('Acme')
  await page.getByRole('button', { name: 'By receiver' }).click()
  await expectAccessible(page)

  await acme.getByRole('link').click()
  await expect(page).toHaveURL(/view=all/)
  await expect.poll(() => listed(events(page))).toBe(5)
  await expect(page.getByText('5 of 7 failed calls match')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect.poll(() => listed(events(page))).toBe(5)
  await page.goBack()
  await expect(groups(page)).toBeVisible()
})

onDemo(
  'groups contain every event of the range, and replaying one creates a draft run',
  async ({ signedIn: page }) => {
    await page.getByRole('button', { name: 'Last 30 days' }).click()
    await page.getByRole('button', { name: 'Grouped' }).click()
    await expect(status(page)).toContainText(/(\d[\d,]+) of \1 failed calls loaded at/)
    const [count] = (await status(page).innerText()).split(' ')
    const rows = groups(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
    await expect(rows.first()).toBeVisible()
    const more = page.getByRole('button', { name: 'Show more groups' })
    while (await more.isVisible()) await more.click()
    const cells = await rows.evaluateAll(found =>
      found.map(row => Number(row.querySelectorAll('td')[1]?.textContent?.replace(',', ''))),
    )
    expect(cells.reduce((sum, one) => sum + one, 0)).toBe(Number(count?.replace(',', '')))

    const group = groups(page).getByRole('row').nth(1)
    const groupCount = await group.getByRole('cell').nth(1).innerText()
    await group.getByRole('button', { name: 'Replay this group' }).click()
    await page.waitForURL(/\/replays\/[\w-]+$/)
    await expect(page.getByRole('main')).toContainText(groupCount, LONG)
    await expect(page.getByRole('main')).toContainText(/start|send/i)
  },
)
