import { boxOf } from './support/box-of.ts'
import { downloaded } from './support/downloaded.ts'
import { AXE, expectAccessible } from './support/expect-accessible.ts'
import { openSession } from './support/open-session.ts'
import { expect, test } from './support/redial.ts'

test('a person is asked for a name before the first change', AXE, async ({ page, redial }) => {
  const { text } = await redial.makeToken()
  await page.context().addCookies([await openSession(redial.url, text, '')])
  await page.goto('/settings')
  const dialog = page.getByRole('dialog', { name: 'Who are you?' })
  const set = async (number: string) => {
    await page.getByRole('button', { name: 'Set a receiver' }).click()
    await page.getByLabel('Tracking number').fill(number)
    await page.getByLabel('URL', { exact: true }).fill('https://localhost:2/')
    await page.getByRole('button', { name: 'Save receiver' }).click()
  }
  await set('27105550777')
  await expect(dialog.getByLabel('Your name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alert')).toContainText('Your name is needed')
  await expect(page.getByLabel('Tracking number')).toHaveValue('27105550777')

  await page.getByRole('button', { name: 'Save receiver' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Your name')).toHaveAccessibleDescription('Enter your name.')
  await expectAccessible(page)
  await dialog.getByLabel('Your name').fill('Nomsa')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  // The service's own answer to the change: the demo's receivers have private addresses.
  await expect(page.getByLabel('URL', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Save receiver' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('button', { name: 'Person' }).click()
  await page.getByRole('list', { name: 'Person' }).getByRole('button', { name: 'Nomsa' }).click()
  await expect(page).toHaveURL(/who=Nomsa/)
  const rows = page.getByRole('table', { name: 'Activity' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText(
    /Nomsa.*Tried to set the receiver of \+27 10 555 0777.*127\.0\.0\.1.*Refused \(status 400\)/,
  )
  await expect(rows.nth(3)).toContainText('Entered their name: Nomsa')
  const when = page.getByRole('columnheader', { name: /^When/ })
  await expect(when).toHaveAttribute('aria-sort', 'descending')
  await when.getByRole('button').click()
  await expect(when).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows.nth(1)).toContainText('Entered their name: Nomsa')
  await page.getByRole('button', { name: 'Action', exact: true }).click()
  await page
    .getByRole('list', { name: 'Action' })
    .getByRole('button', { name: 'Set a receiver' })
    .click()
  await expect(page.getByText('2 entries, page 1 of 1')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Export' }).click()
  const { name, text: csv } = await downloaded(page.getByRole('link', { name: 'Save as CSV' }))
  expect(name).toMatch(/^activity-[\d-]+\.csv$/)
  expect(csv.trimEnd().split('\r\n')).toHaveLength(3)
})

test('unreadable days are reported, and days may be left out', async ({ page, redial }) => {
  const { text } = await redial.makeToken()
  await page.context().addCookies([await openSession(redial.url, text, 'Thandi')])
  await page.goto('/activity?from=2026-13-45')
  const notice = page.getByText('The days in this link can’t be read')
  await expect(notice).toBeVisible()
  await expect(page.getByText(/ page 1 of 1$/)).toBeVisible()
  const from = page.getByLabel('From', { exact: true })
  await from.fill('2026-11-01')
  await page.getByLabel('To', { exact: true }).fill('2026-11-23')
  await expect(page).toHaveURL(/from=2026-11-01&to=2026-11-23/)
  await expect(notice).toBeHidden()
  await from.fill('')
  await from.press('Enter')
  await expect(page).toHaveURL(/activity\?to=2026-11-23$/)
})

test('a popover is where it was after the question for a name', async ({ page, redial }) => {
  const { text } = await redial.makeToken()
  await page.context().addCookies([await openSession(redial.url, text, '')])
  await page.goto('/failed-calls')
  await page.getByRole('button', { name: 'Saved views' }).click()
  const popover = page.getByRole('dialog', { name: 'Saved views' })
  await popover.getByLabel('Name').fill('Mine')
  const before = await boxOf(popover)
  await popover.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who are you?' })
  await dialog.getByLabel('Your name').fill('Nomsa')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(popover).toBeVisible()
  expect((await boxOf(popover)).x).toBe(before.x)
})
