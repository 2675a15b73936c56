import { boxOf } from './support/box-of.ts'
import { AXE, expectAccessible } from './support/expect-accessible.ts'
import { expect, failedCall, failedCalls, test } from './support/listing-service.ts'

// In this language, the browser's own date field would write 11/12/2026 for 12 November.
test.use({ locale: 'en-US' })
test.beforeEach(async ({ page, service }) => {
  service.list(failedCalls(3))
  await page.goto('/failed-calls?from=2026-11-20&to=2026-11-21')
  await expect(page.getByText('3 failed calls, page 1 of 1')).toBeVisible()
})

test('From and To accept what people write and show our format', async ({ page }) => {
  const from = page.getByLabel('From')
  const to = page.getByLabel('To')
  await expect(from).toHaveValue('20 Nov 2026')
  await expect(to).toHaveValue('21 Nov 2026')

  await test.step('a complete date takes effect while the field has the focus', async () => {
    await from.fill('2026-11-18')
    await expect(page).toHaveURL(/from=2026-11-18&to=2026-11-21/)
    await expect(from).toHaveValue('2026-11-18')
    await from.blur()
    await expect(from).toHaveValue('18 Nov 2026')
  })

  await test.step('Enter reads other forms day first', async () => {
    await from.fill('11/10/2026')
    await from.press('Enter')
    await expect(page).toHaveURL(/from=2026-10-11&to=2026-11-21/)
    await expect(from).toHaveValue('11 Oct 2026')
  })

  await test.step('leaving one field for the other loses neither day', async () => {
    await from.fill('3 Nov 2026')
    await to.fill('2026-11-05')
    await expect(page).toHaveURL(/from=2026-11-03&to=2026-11-05/)
  })

  await test.step('arrows move by a day, over the end of a month', async () => {
    await from.fill('31 Oct 2026')
    await from.press('ArrowUp')
    await expect(page).toHaveURL(/from=2026-11-01&to=2026-11-05/)
    await from.press('ArrowDown')
    await from.press('ArrowDown')
    await expect(page).toHaveURL(/from=2026-10-30&to=2026-11-05/)
    await expect(from).toHaveValue('30 Oct 2026')
    // The list shows these days. Until then, going back would change nothing on the page.
    await expect(page.getByRole('table').getByRole('link').first()).toHaveAttribute(
      'href',
      /from=2026-10-30/,
    )
  })

  await test.step('another way to choose days replaces the text', async () => {
    await page.goBack()
    await expect(from).toHaveValue('31 Oct 2026')
  })
})

test('a text that is no date stays with an error and loads nothing', AXE, async ({ page }) => {
  const from = page.getByLabel('From')
  // The same days may be asked for again, to see whether there are new failures.
  const otherDays: string[] = []
  page.on('request', request => {
    const day = new URL(request.url()).searchParams.get('from_date')
    if (day !== null && day !== '2026-11-20') otherDays.push(request.url())
  })
  const top = async () => (await boxOf(page.getByRole('table'))).y
  const before = await top()
  await from.fill('11/22/2026')
  await from.press('Enter')
  await expect(from).toHaveAttribute('aria-invalid', 'true')
  expect(await top()).toBe(before)
  await expect(from).toHaveAccessibleDescription(/such as 22 Nov 2026/)
  const error = page.getByText(/such as 22 Nov 2026/)
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    const below = page.getByRole('button', { name: /^Still missing/ })
    expect((await boxOf(error)).y).toBeGreaterThanOrEqual((await boxOf(from)).bottom)
    expect((await boxOf(error)).bottom).toBeLessThanOrEqual((await boxOf(below)).y)
  }
  await expect(from).toHaveValue('11/22/2026')
  await expectAccessible(page)
  await from.blur()
  await expect(from).toHaveValue('11/22/2026')
  expect(otherDays).toEqual([])
  await expect(page).toHaveURL(/from=2026-11-20&to=2026-11-21/)

  await from.fill('19 Nov 2026')
  await expect(from).toHaveAttribute('aria-invalid', 'false')
  await from.press('Enter')
  await expect(page).toHaveURL(/from=2026-11-19/)
})

test('a phone has the calendar', AXE, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Calendar' }).click()
  const day = (name: string) =>
    page.getByRole('dialog', { name: 'Calendar' }).getByRole('button', { name, exact: true })
  await day('3 November 2026').click()
  await day('5 November 2026').click()
  await expect(page).toHaveURL(/from=2026-11-03&to=2026-11-05/)

  // Assistive technology knows which days are chosen, and what the first click has done.
  await page.getByRole('button', { name: 'Calendar' }).click()
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  const chosen = calendar.getByRole('button', { pressed: true })
  await expect(chosen).toHaveText(['3', '4', '5'])
  await expect(calendar.getByRole('status')).toHaveText('Choose the first day.')
  const top = (await day('9 November 2026').boundingBox())?.y
  await day('9 November 2026').click()
  await expect(chosen).toHaveText(['9'])
  await expect(calendar.getByRole('status')).toHaveText(
    'Choose the last day, or 9 November 2026 again for this day only.',
  )
  expect((await day('9 November 2026').boundingBox())?.y).toBe(top)
  await expectAccessible(page)
  await day('9 November 2026').click()
  await expect(page).toHaveURL(/from=2026-11-09&to=2026-11-09/)
  await page.getByRole('button', { name: 'Calendar' }).click()
  await calendar.getByRole('button', { name: 'Last month' }).click()
  await expect(page).toHaveURL(/from=20\d\d-\d\d-01&to=20\d\d-\d\d-(28|29|30|31)/)
})

test('From and To read words, and times list part of a day', AXE, async ({ page, service }) => {
  const day = '2026-11-20'
  service.list([failedCall(2, { day, at: '14:00' }), failedCall(1, { day, at: '13:59' })])
  const from = page.getByLabel('From')
  await from.fill('20 Nov 2026 2pm')
  await from.press('Enter')
  await expect(from).toHaveValue('20 Nov 2026, 14:00')
  await expect(page).toHaveURL(/from=2026-11-20&to=2026-11-21&from_time=14(:|%3A)00/)
  await expect(page.getByText('1 of 2 failed calls match')).toBeVisible()
  await expectAccessible(page)

  await from.fill('Last 7 days')
  await from.press('Enter')
  await expect(page.getByRole('button', { name: 'Last 7 days' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page).not.toHaveURL(/from_time/)
})

test('other days keep the view that was chosen last', async ({ page }) => {
  await page.goto('/failed-calls?from=2026-11-20&to=2026-11-21&view=groups')
  await page.getByRole('button', { name: 'List' }).click()
  await expect(page).not.toHaveURL(/view=/)
  await page.getByLabel('From').fill('2026-11-18')
  await expect(page).toHaveURL(/from=2026-11-18&to=2026-11-21$/)
})
