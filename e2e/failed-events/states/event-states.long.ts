// Long: journeys of two people through lists, groups and reloads.
import { expectAccessible } from '../../support/expect-accessible.ts'
import { events, listed, openView, rowOf, status } from '../range-view.ts'
import { expect, filter, list, test } from './listed-events.ts'

test('a replay moves an event from Still missing to Delivered', async ({ page, service }) => {
  list(service, [{ company: 'Acme' }, { company: 'Bela' }, { company: 'Ciro' }])
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  await expect(filter(page, 'Still missing 3')).toBeVisible()
  await expect(filter(page, 'All 3')).toHaveAttribute('aria-pressed', 'true')
  await expect(rowOf(page, 'Bela')).toContainText('Still missing')

  await rowOf(page, 'Bela').getByRole('button', { name: 'Replay' }).click()
  await expect(rowOf(page, 'Bela')).toContainText(
    /Delivered, answered 200 at \d\d:\d\d:\d\d by Thandi/,
  )
  const heights = await events(page)
    .locator('tbody tr')
    .evaluateAll(rows => rows.map(row => row.getBoundingClientRect().height))
  expect(new Set(heights).size).toBe(1)
  await expect(filter(page, 'Still missing 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Replay 2 missing…' })).toBeVisible()
  await filter(page, 'Still missing 2').click()
  await expect.poll(() => listed(events(page))).toBe(2)
  await expect(rowOf(page, 'Bela')).toHaveCount(0)
  await expect(page).toHaveURL(/state=missing/)

  await filter(page, 'Delivered 1').click()
  await expect.poll(() => listed(events(page))).toBe(1)
  await expectAccessible(page)
})

test('a search keeps All pressed, and says if no match is missing', async ({ page, service }) => {
  list(service, [{ company: 'Acme' }, { company: 'Bela' }, { company: 'Bela' }])
  await openView(page, 'all')
  await rowOf(page, 'Acme').getByRole('button', { name: 'Replay' }).click()
  // The row's own name, as a screen reader says it.
  await expect(page.getByRole('row', { name: /Delivered, answered 200 at / })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('Bela')
  await expect(filter(page, 'Still missing 2')).toHaveAttribute('aria-pressed', 'false')
  await expect(filter(page, 'All 2')).toHaveAttribute('aria-pressed', 'true')
  await search.fill('Acme')
  await expect(rowOf(page, 'Acme')).toContainText('Delivered')
  await expect(page.getByText('1 of 3 failed calls match · None is still missing.')).toBeVisible()
  await expect(filter(page, 'All 1')).toHaveAttribute('aria-pressed', 'true')

  await filter(page, 'Still missing 0').click()
  await expect(page.getByText('The only match was delivered by a replay.')).toBeVisible()
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(rowOf(page, 'Acme')).toContainText('Delivered')
})

test('a colleague sees and undoes a mark as handled', async ({ page, context, service }) => {
  list(service, [{ company: 'Acme' }, { company: 'Bela' }])
  await openView(page, 'all')
  const colleague = await context.newPage()
  await colleague.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  await expect(rowOf(colleague, 'Acme')).toContainText('Still missing')

  await rowOf(page, 'Acme').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark as handled' }).click()
  await expect(rowOf(page, 'Acme')).toContainText('Handled elsewhere')
  await expect(filter(page, 'Handled 1')).toBeVisible()
  await expect(rowOf(colleague, 'Acme')).toContainText('Handled elsewhere')

  const message = page.getByRole('status').filter({ hasText: '1 event marked as handled' })
  await expectAccessible(page)
  await message.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'Acme')).toContainText('Still missing')
  await expect(page.getByText('1 event marked as still missing')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as handled' })).toBeFocused()
  await page.getByRole('button', { name: 'Mark as handled' }).click()
  await expect(rowOf(colleague, 'Acme')).toContainText('Handled elsewhere')

  await rowOf(colleague, 'Acme').getByRole('link', { name: 'Acme' }).click()
  const drawer = colleague.getByRole('dialog')
  await expect(drawer).toContainText('Nothing. Thandi marked this event as handled in another way.')
  await expect(drawer).not.toContainText('Who can fix it')
  await expect(drawer).not.toContainText('Replay the event')
  await drawer.getByRole('button', { name: 'Mark as still missing' }).focus()
  await colleague.keyboard.press('Enter')
  await expect(drawer.getByRole('button', { name: 'Mark as handled' })).toBeFocused()
  await expect(rowOf(page, 'Acme')).toContainText('Still missing')
  await colleague.close()
})

test('filters are in the URL and can be removed one by one', async ({ page, service }) => {
  list(service, [
    { company: 'Acme', status: 404 },
    { company: 'Acme', status: 500 },
    { company: 'Bela', status: 500 },
    { company: 'Ciro', status: 404 },
  ])
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  const filters = page.getByRole('search', { name: 'Filters' })
  await filters.getByRole('button', { name: 'HTTP status', exact: true }).click()
  const choices = page.getByRole('dialog', { name: 'HTTP status' })
  await expect(choices.getByRole('button', { name: '500 2' })).toBeVisible()
  await expectAccessible(page)
  await choices.getByRole('button', { name: '500 2' }).click()
  await expect.poll(() => listed(events(page))).toBe(2)
  await filters.getByRole('button', { name: 'Company', exact: true }).click()
  // Each value shows how many events it would list together with the chosen status.
  const companies = page.getByRole('dialog', { name: 'Company' })
  await expect(companies.getByRole('button', { name: 'Ciro 0' })).toBeVisible()
  await expect(companies.getByRole('button')).toHaveText(['Acme1', 'Bela1', 'Ciro0'])
  await companies.getByRole('button', { name: 'Acme 1' }).click()
  await expect.poll(() => listed(events(page))).toBe(1)
  await page.reload()
  await expect.poll(() => listed(events(page))).toBe(1)

  await page.getByRole('button', { name: 'Remove the filter HTTP status: 500' }).click()
  await expect.poll(() => listed(events(page))).toBe(2)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('4 failed calls, page 1 of 1')).toBeVisible()
  expect(new URL(page.url()).search).toBe('?from=2026-11-21&to=2026-11-21')
  await page.goBack()
  await expect.poll(() => listed(events(page))).toBe(2)
})

test('columns stay hidden, moved and resized after a reload', async ({ page, service }) => {
  list(service, [{ company: 'Acme' }])
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  const heads = () =>
    events(page)
      .getByRole('columnheader')
      .evaluateAll(cells => cells.map(cell => cell.getAttribute('data-column')))
  await expect(events(page)).toBeVisible()
  const before = await heads()
  await page.getByRole('button', { name: 'Columns' }).click()
  const menu = page.getByRole('dialog', { name: 'Columns' })
  await menu.getByRole('checkbox', { name: 'Receiver' }).uncheck()
  await menu.getByRole('checkbox', { name: 'Attempts' }).check()
  await menu.getByRole('button', { name: 'Move Company to the left' }).click()
  await menu.getByRole('radio', { name: 'Compact' }).check()
  await expectAccessible(page)
  const after = [
    'selected',
    'state',
    'company',
    'failed_at',
    'caller',
    'cause',
    'attempts',
    'replay',
  ]
  await expect.poll(heads).toEqual(after)
  await page.keyboard.press('Escape')

  const company = events(page).getByRole('columnheader', { name: 'Company' })
  const width = async () => (await company.boundingBox())?.width ?? 0
  const wide = await width()
  const handle = company.locator('[title^="Drag to resize"]')
  const box = await handle.boundingBox()
  if (box === null) throw new Error('The column has no handle')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(width).toBeLessThan(wide - 40)
  const narrow = await width()

  await page.reload()
  await expect.poll(heads).toEqual(after)
  await expect.poll(async () => Math.abs((await width()) - narrow)).toBeLessThan(2)
  await expect(events(page)).toHaveAttribute('data-density', 'compact')

  // The layout is part of a saved view.
  await page.getByRole('button', { name: 'Saved views' }).click()
  const views = page.getByRole('dialog', { name: 'Saved views' })
  await views.getByLabel('Name').fill('Arranged')
  await views.getByRole('button', { name: 'Save view' }).click()
  await expect(views.getByText('“Arranged” was saved.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Columns' }).click()
  await menu.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(heads).toEqual(before)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Saved views' }).click()
  await views.getByRole('link', { name: 'Arranged' }).click()
  await expect.poll(heads).toEqual(after)
})

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]
for (const size of SIZES) {
  test(`the result of a replay moves no row, ${size.width} px wide`, async ({ page, service }) => {
    list(service, [{ company: 'Acme' }, { company: 'Bela' }, { company: 'Ciro' }])
    await page.setViewportSize(size)
    await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&state=missing')
    await expect(status(page)).toContainText('3 failed calls loaded at')
    const place = async () => {
      const box = await rowOf(page, 'Ciro').boundingBox()
      return { y: box?.y, height: box?.height }
    }
    const before = await place()
    for (const company of ['Acme', 'Bela']) {
      await rowOf(page, company).getByRole('button', { name: 'Replay' }).click()
      await expect(rowOf(page, company)).toContainText('Delivered')
    }
    await expect(status(page)).toContainText('This list has changed.')
    expect(await place()).toEqual(before)
    await expectAccessible(page)
    if (size.width === 390) await expect(status(page).getByText('3 of 3').first()).toBeHidden()
    await status(page).getByRole('button', { name: 'Update the list' }).click()
    await expect.poll(() => listed(events(page))).toBe(1)
    await expect(status(page)).not.toContainText('This list has changed.')
  })
}
