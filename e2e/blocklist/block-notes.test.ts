import type { Locator } from '@playwright/test'
import { boxOf } from '../support/box-of.ts'
import { AXE, expectAccessible } from '../support/expect-accessible.ts'
import { openForm } from './block-numbers-form.ts'
import { expect, signedInPartner, test } from './blocklist-account.ts'
import { blockWithNote } from './noted-block.ts'

const [ONE, TWO, THREE] = ['27825558001', '27825558002', '27825558003']
const PAST = '2026-01-31'

test('a reason for pasted numbers is listed and can be edited', AXE, async ({ page, redial }) => {
  await signedInPartner(page, redial, { companies: ['Berg Auto'] })
  const form = await openForm(page, 'entity=Berg+Auto')
  await form.enter(ONE, TWO)
  await form.dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Spam')
  await form.dialog.getByRole('textbox', { name: 'Note' }).fill('Sells solar panels')
  await form.dialog.getByLabel('Until').fill('2099-12-31')
  await expectAccessible(page)
  await form.submit()
  const row = (number: string) =>
    page.getByRole('row').filter({ has: page.getByRole('button', { name: `Unblock ${number}` }) })
  await expect(row(ONE)).toContainText('Spam: Sells solar panels')
  await expect(row(TWO)).toContainText('31 Dec 2099')

  await row(TWO).getByRole('button', { name: /^Why / }).click()
  const dialog = page.getByRole('dialog', { name: 'Why +27 82 555 8002 is blocked' })
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Sells solar panels')
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Competitor')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row(TWO)).toContainText('Competitor')
  await expect(row(TWO)).not.toContainText('solar')
  await expect(row(ONE)).toContainText('Spam: Sells solar panels')
})

test('a note that is too long for one line takes a second one', async ({ page, redial }) => {
  await signedInPartner(page, redial, { companies: ['Berg Auto'] })
  const berg = { context: 'company', reference: 'Berg Auto' } as const
  await blockWithNote(page, berg, [ONE], { reason: 'spam', note: 'Spam wave, asked by Thandi' })
  await page.goto('/blocklist')
  const note = page.getByRole('button', { name: /^Why / })
  await expect(note).toContainText('Spam: Spam wave, asked by Thandi')
  const isCut = await note.evaluate(button =>
    [button, ...button.children].some(
      part => part.scrollWidth > part.clientWidth && part.clientWidth > 1,
    ),
  )
  expect(isCut).toBe(false)
})

for (const [name, enter, error] of [
  ['an incomplete date', day => day.pressSequentially('12'), 'Enter the whole date, or none.'],
  ['a day that is over', day => day.fill(PAST), 'This day is over. Enter a later one, or none.'],
] satisfies [string, (day: Locator) => Promise<void>, string][]) {
  test(`${name} is an error, and no block without an end`, async ({ page, redial }) => {
    const account = await signedInPartner(page, redial, { companies: ['Berg Auto'] })
    const form = await openForm(page, 'entity=Berg+Auto')
    await form.enter(ONE)
    const until = form.dialog.getByLabel('Until')
    await enter(until)
    await form.submit()
    await expect(until).toHaveAccessibleDescription(new RegExp(error))
    await expect(until).toBeFocused()
    expect(await account.numbersOf('company', 'Berg Auto')).toEqual([])
  })
}

test('due blocks are unblocked at once, and Undo restores notes', AXE, async ({ page, redial }) => {
  const account = await signedInPartner(page, redial, {
    companies: ['Berg Auto'],
    groups: ['Coastal'],
  })
  const berg = { context: 'company', reference: 'Berg Auto' } as const
  const coastal = { context: 'group', reference: 'Coastal' } as const
  await blockWithNote(page, berg, [ONE], { reason: 'spam', until: PAST })
  await blockWithNote(page, coastal, [TWO], { note: 'Ask Sipho', until: PAST })
  await blockWithNote(page, berg, [THREE], { until: '2099-12-31' })
  await page.goto('/blocklist')
  await page.getByText('2 blocks are due.').getByRole('link', { name: 'Show them' }).click()
  const table = page.getByRole('table', { name: 'All blocked numbers' })
  await expect(table).toHaveAttribute('aria-rowcount', '3')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unblock all 2 numbers' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock', exact: true }).click()
  await expect(page.getByText('+27 82 555 8002 unblocked for Coastal.')).toBeVisible()
  expect(await account.numbersOf('company', 'Berg Auto')).toEqual([THREE])
  expect(await account.numbersOf('group', 'Coastal')).toEqual([])

  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(table).toContainText('Ask Sipho')
  await expect(table.getByRole('row').filter({ hasText: '+27 82 555 8001' })).toContainText('Spam')

  await page.getByRole('button', { name: 'Extend by 30 days' }).click()
  await expect(page.getByText('No matches in 3 numbers.')).toBeVisible()
  expect(await account.numbersOf('company', 'Berg Auto')).toEqual([ONE, THREE])
})

test('numbers of all entities are filtered, sorted and searched', async ({ page, redial }) => {
  await signedInPartner(page, redial, {
    companies: ['Berg Auto', 'Quiet Cars'],
    groups: ['Coastal'],
  })
  await blockWithNote(page, { context: 'company', reference: 'Berg Auto' }, [ONE], {
    reason: 'spam',
  })
  await blockWithNote(page, { context: 'group', reference: 'Coastal' }, [ONE, TWO], {})
  await blockWithNote(page, { context: 'company', reference: 'Quiet Cars' }, ['442079460000'], {
    reason: 'spam',
  })
  await page.goto('/blocklist')
  await page.getByRole('tab', { name: 'All' }).click()
  const rows = page.getByRole('table').getByRole('button', { name: /^Unblock/ })
  await expect(rows).toHaveCount(4)
  const choose = async (filter: string, value: RegExp) => {
    await page.getByRole('button', { name: filter, exact: true }).click()
    await page.getByRole('list', { name: filter }).getByRole('button', { name: value }).click()
  }
  await choose('Reason', /^Spam 2/)
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await choose('Country code', /^\+44 1/)
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: /^Remove the filter Reason/ }).click()
  await page.getByRole('button', { name: /^Remove the filter Country code/ }).click()
  await expect(rows).toHaveCount(4)
  await page.getByRole('searchbox', { name: /^Find a number/ }).fill('quiet')
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox', { name: /^Find a number/ }).fill('')
  await page.getByRole('columnheader', { name: 'Blocked for' }).getByRole('button').first().click()
  await expect(rows.first()).toHaveAccessibleName(`Unblock ${ONE} for company Berg Auto`)
})

test('on a phone, numbers show for whom, why and by whom', AXE, async ({ page, redial }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signedInPartner(page, redial, { companies: ['Berg Auto'], groups: ['Coastal'] })
  const note = { reason: 'spam', until: '2099-12-31' } as const
  await blockWithNote(page, { context: 'company', reference: 'Berg Auto' }, [ONE], note)
  await blockWithNote(page, { context: 'group', reference: 'Coastal' }, [TWO, THREE], {})
  await page.goto('/blocklist?view=all')
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Unblock/ }) })
  const first = rows.filter({ hasText: '+27 82 555 8001' })
  const lines = [
    first.getByText('+27 82 555 8001', { exact: true }),
    first.getByText('Berg Auto', { exact: true }),
    first.getByText(/^Spam/),
    first.getByText(/^until 31 Dec 2099 · Thandi/),
  ]
  for (const line of lines) await expect(line).toBeVisible()
  expect(await lines[3]?.evaluate(line => line.scrollWidth - line.clientWidth)).toBe(0)
  const boxes = await Promise.all(lines.map(boxOf))
  const row = await boxOf(first)
  for (const [at, { y, bottom }] of boxes.entries()) {
    expect(y).toBeGreaterThanOrEqual(boxes[at - 1]?.bottom ?? row.y)
    expect(bottom).toBeLessThanOrEqual(row.bottom)
  }
  await expectAccessible(page)
})
