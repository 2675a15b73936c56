import { expectAccessible } from './expect-accessible.ts'
import { failedCall, failedCalls } from './listing-service.ts'
import { events, groups, listed, openView, status } from './range-view.ts'
import { expect, test } from './redial-with-listing.ts'

test.use({ demo: 'groups' })

const LONG = { timeout: 20_000 }

test.describe('of another service', () => {
  test.use({ baseURL: ({ service }, use) => use(service.url) })
  test.beforeEach(({ context, service }) => context.addCookies([service.session]))

  test('all pages are read one after the other, and told apart by receiver and cause', async ({
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
    await expect(status(page)).toContainText('7 of 7 failed calls read at')
    expect(service.pagesAsked()).toEqual([1, 2, 3, 4])
    const rows = groups(page).getByRole('row')
    await expect(rows).toHaveCount(4)
    const [acme, bela, only200] = [rows.nth(1), rows.nth(2), rows.nth(3)]
    await expect(acme).toContainText('hooks.example/acme')
    await expect(acme).toContainText('Answered 500')
    await expect(acme).toContainText('Acme Cars and Acme Vans')
    await expect(acme.getByRole('cell').nth(0)).toHaveText('4')
    await expect(acme.getByRole('cell').nth(1)).toHaveText('3')
    await expect(acme).toContainText(/09:30 to .*13:00/)
    await expect(acme.getByRole('img')).toHaveAccessibleName(/^Most at .*: 1 of 4$/)
    await expect(bela).toContainText(/hooks.example\/bela.*Answered 404/s)
    await expect(bela).toContainText(/10:00 to .*15:30/)
    await expect(only200).toContainText('Answered 204')
    await expect(page.getByText('3 groups of 7 failed calls')).toBeVisible()
  })

  test('a group opens into its events, and Back leads to the groups again', async ({
    page,
    service,
  }) => {
    service.list([failedCall(3), failedCall(2, { status: 404 }), failedCall(1)])
    await openView(page, 'groups')
    await groups(page).getByRole('row').filter({ hasText: '500' }).getByRole('link').click()
    await expect(page).toHaveURL(/view=all/)
    await expect.poll(() => listed(events(page))).toBe(2)
    await expect(page.getByText('2 of 3 failed calls match')).toBeVisible()
    await page.reload()
    await expect.poll(() => listed(events(page))).toBe(2)
    await page.goBack()
    await expect(groups(page)).toBeVisible()
  })

  for (const width of [1440, 390]) {
    test(`no serious accessibility findings, light and dark, ${width} wide`, async ({
      page,
      service,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      service.list([...failedCalls(60), failedCall(99, { status: 404, receiver: 'bela' })])
      for (const view of ['groups', 'all'] as const) {
        await openView(page, view)
        await expect(status(page)).toContainText('61 of 61')
        await expectAccessible(page)
      }
    })
  }
})

test.describe('of the demo', () => {
  test('the groups hold every event of the range', async ({ signedIn: page }) => {
    await page.getByRole('button', { name: 'Last 30 days' }).click()
    await page.getByRole('button', { name: 'Groups' }).click()
    await expect(status(page)).toContainText(/(1,\d+) of \1 failed calls read at/)
    const [count] = (await status(page).innerText()).split(' ')
    const more = page.getByRole('button', { name: 'Show more groups' })
    while (await more.isVisible()) await more.click()
    const rows = groups(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
    const cells = await rows.evaluateAll(found =>
      found.map(row => Number(row.querySelector('td')?.textContent?.replace(',', ''))),
    )
    expect(cells.reduce((sum, one) => sum + one, 0)).toBe(Number(count?.replace(',', '')))
  })

  test('a group is looked over as a run of its events, before anything is sent', async ({
    signedIn: page,
  }) => {
    await page.getByRole('button', { name: 'Last 30 days' }).click()
    await page.getByRole('button', { name: 'Groups' }).click()
    await expect(status(page)).toContainText(/read at/)
    const row = groups(page).getByRole('row').nth(1)
    const count = await row.getByRole('cell').first().innerText()
    await row.getByRole('button', { name: 'Replay this group' }).click()
    await page.waitForURL(/\/replays\/[\w-]+$/)
    await expect(page.getByRole('main')).toContainText(count, LONG)
    await expect(page.getByRole('main')).toContainText(/start|send/i)
  })
})
