// Long: ranges of many pages are loaded, grouped and examined by axe.
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, test } from '../support/listing-service.ts'
import { events, groups, listed, openView, status } from './range-view.ts'

test('a whole range is grouped, and a group shows its events', async ({ page, service }) => {
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
  const acme = rows.nth(1)
  await expect(acme).toContainText(/Acme Cars and Acme Vans.*Answered 500.*hooks.example\/acme/s)
  await expect(acme).toContainText('· Answered 204')
  // Missing, Failed and Calls.
  for (const [at, count] of ['5', '5', '4'].entries()) {
    await expect(acme.getByRole('cell').nth(at)).toHaveText(count)
  }
  await expect(acme).toContainText(/21 Nov, 09:30–14:00/)
  await expect(acme.getByRole('img')).toHaveAccessibleName(/^Most at .*: 1 of 5$/)
  await expect(acme).toContainText('max. 1')
  const header = (name: RegExp) => groups(page).getByRole('columnheader', { name })
  await expect(header(/^Receiver, with/)).toBeVisible()
  await expect(page.getByText('2 groups of 7 failed calls')).toBeVisible()

  await page.getByRole('button', { name: 'By company' }).click()
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
  await page.goBack()
  await expect(groups(page)).toBeVisible()
})
