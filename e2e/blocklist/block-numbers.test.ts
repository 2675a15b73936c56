import type { Locator, Page } from '@playwright/test'
import { blockNumbersForm, blocksSent, openForm } from './block-numbers-form.ts'
import { expect, signedInPartner, test } from './blocklist-account.ts'
import { blockWithNote } from './noted-block.ts'

test('valid numbers are blocked, and an invalid one stays', async ({ page, blocklist }) => {
  const form = await openForm(page, 'entity=blouberg-auto')
  await expect(form.dialog).toContainText('Short emergency numbers, such as 112, can’t be blocked.')
  await form.enter('27825551011', '27825551012', '27825551013', '12')
  await form.dialog
    .getByRole('button', { name: 'Block 3 numbers (skip 1 invalid) for Blouberg Auto' })
    .click()
  await expect(form.dialog.getByRole('alert')).toHaveText(
    '3 numbers blocked for Blouberg Auto. 1 invalid entry is still here. Fix it or remove it.',
  )
  await form.expectEntries('12')
  await expect(form.number(1)).toHaveAccessibleDescription(/Too short/)
  await expect(form.number(1)).toBeFocused()
  // Other files' tests block callers of the same company.
  expect(await blocklist.numbersOf('company', 'blouberg-auto')).toEqual(
    expect.arrayContaining(['27825551011', '27825551012', '27825551013']),
  )
})

test('one Undo takes back what a form blocked in two steps', async ({ page, redial }) => {
  const [before, one, two] = ['27825551001', '27825551002', '27825551003']
  const account = await signedInPartner(page, redial, { companies: ['Berg Auto'] })
  await account.block('company', 'Berg Auto', [before])
  const form = await openForm(page, 'entity=Berg+Auto')
  await form.dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Spam')
  await form.enter(before, one, '12')
  await form.submit()
  // The outcome moves the focus to the entry that was not sent.
  await expect(form.number(1)).toBeFocused()
  await form.enter(two)
  await form.submit()
  await form.dialog.getByRole('button', { name: 'Done' }).click()
  await expect(
    page.getByText('2 numbers blocked for Berg Auto. 1 was blocked already.'),
  ).toBeVisible()
  const rows = page.getByRole('table').getByRole('button', { name: /^Unblock/ })
  await expect(rows).toHaveCount(3)
  await expect(rows.last()).toHaveAccessibleName(`Unblock ${before}`)
  await expect(page.getByTitle('Blocked in this session')).toHaveCount(2)

  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(
    page.getByText('+27 82 555 1002, +27 82 555 1003 unblocked for Berg Auto.'),
  ).toBeVisible()
  expect(await account.numbersOf('company', 'Berg Auto')).toEqual([before])

  await page.getByRole('heading', { name: 'Berg Auto' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 numbers blocked again for Berg Auto.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Spam' })).toHaveCount(2)
})

test('Activity finds a number', async ({ page, redial }) => {
  await signedInPartner(page, redial, { companies: ['Berg Auto'] })
  const berg = { context: 'company', reference: 'Berg Auto' } as const
  await blockWithNote(page, berg, ['27825551021'], {})
  await blockWithNote(page, berg, ['27825551022', '27825551023'], {})
  await page.goto('/activity')
  await page.getByLabel('Blocked or unblocked number').fill('082 555 1023')
  await expect(page.getByText('1 entry, page 1 of 1')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Activity' })).toContainText('Blocked 2 numbers')
})

test('nothing is blocked for the reference of another name', async ({ page, redial }) => {
  const service = await signedInPartner(page, redial, { companies: ['Berg Auto', 'Quiet Cars'] })
  const form = await openForm(page, 'context=company&entity=Berg+Auto')
  await expect(form.name).toHaveValue('Berg Auto')
  await form.name.fill('quiet cars')
  await expect(page.getByRole('option', { name: 'Quiet Cars' })).toBeVisible()
  await form.enter('27825551121')
  await expect(form.reference).toHaveValue('Quiet Cars')
  await form.name.fill('Berg')
  const sent = blocksSent(page)
  await form.dialog.getByRole('button', { name: 'Block 1 number for Berg' }).click()
  await expect(form.reference).toHaveValue('')
  await form.reference.fill('Quiet Cars')
  await form.submit()
  await expect(form.reference).toHaveAttribute('aria-invalid', 'true')
  await expect(form.reference).toBeFocused()
  await expect(form.reference).toHaveAccessibleDescription(
    'This is the reference of Quiet Cars. Enter that name, or another reference.',
  )
  expect(sent).toEqual([])
  await form.name.fill('quiet cars')
  await expect(form.reference).toHaveAccessibleDescription('')
  await form.submit()
  await expect(page.getByText('1 number blocked for Quiet Cars.')).toBeVisible()
  expect(await service.numbersOf('company', 'Quiet Cars')).toEqual(['27825551121'])
})

test('another account’s entity is refused at its reference', async ({ page }) => {
  const form = await openForm(page)
  await form.enter('27825551051', '27825551052')
  await form.dialog.getByRole('radio', { name: 'Partner' }).check()
  await form.name.fill('Drakensberg Auto Holdings')
  await form.reference.fill('drakensberg')
  await form.submit()
  await expect(form.reference).toHaveAccessibleDescription(
    /You have no partner with this reference.*drakensberg/,
  )
  await expect(form.reference).toHaveAttribute('aria-invalid', 'true')
  await expect(form.reference).toBeFocused()
  await expect(form.name).toHaveValue('Drakensberg Auto Holdings')
  await form.expectEntries('27825551051', '27825551052')
})

test('numbers are blocked for a group and a partner', async ({ page, blocklist }) => {
  await page.goto('/blocklist')
  const form = blockNumbersForm(page)
  for (const [context, tab, name, reference, number] of [
    ['group', /^Group/, 'Karoo Highveld', 'karoo-highveld', '27825551061'],
    ['partner', /^Partner/, 'Karoo Motor Group', 'karoo', '27825551062'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await form.open()
    await form.name.fill(name)
    await form.reference.fill(reference)
    await form.enter(number)
    await form.submit()
    await expect(page.getByText(`1 number blocked for ${name}.`)).toBeVisible()
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    expect(await blocklist.numbersOf(context, reference)).toContain(number)
  }
})

test('a number is blocked by the keyboard alone', async ({ page, redial }) => {
  const account = await signedInPartner(page, redial, { companies: ['Berg Auto', 'Kwela Bakkies'] })
  await account.block('company', 'Berg Auto', ['27825551100'])
  await page.goto('/blocklist?context=company')
  const form = blockNumbersForm(page)
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Block numbers' }).press('Enter')
  await expect(form.pasteArea).toBeFocused()
  await tabTo(page, form.name, 'Shift+Tab')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('kwela')
  await expect(page.getByRole('option', { name: 'Kwela Bakkies' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(form.name).toHaveValue('Kwela Bakkies')
  await tabTo(page, form.pasteArea)
  await page.keyboard.type('+27 82 555 1101')
  await page.keyboard.press('Enter')
  await expect(form.pasteArea).toBeFocused()
  await page.keyboard.type('27825551102')
  await tabTo(page, form.dialog.getByRole('button', { name: /^Block ([\d,]+ )?number/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 numbers blocked for Kwela Bakkies.')).toBeVisible()
  expect(await account.numbersOf('company', 'Kwela Bakkies')).toEqual([
    '27825551101',
    '27825551102',
  ])
})

test('the input is kept after Escape and a lost connection', async ({ page, blocklist }) => {
  const form = await openForm(page, 'entity=acme-cars')
  await form.enter('27825551111', '27825551112')
  await page.keyboard.press('Escape')
  await expect(form.dialog).toBeHidden()
  // A link opened the form, so no button gets the focus.
  await expect(page.getByRole('heading', { name: 'Acme Cars Sandton' })).toBeFocused()
  await form.open()
  await form.expectEntries('27825551111', '27825551112')
  await expect(form.dialog).toContainText('for Acme Cars Sandton is still here.')

  await page.context().setOffline(true)
  await form.submit()
  await expect(form.dialog.getByRole('alert')).toContainText('No connection')
  await form.expectEntries('27825551111', '27825551112')
  expect(await blocklist.numbersOf('company', 'acme-cars')).not.toContain('27825551111')

  await page.context().setOffline(false)
  await expect(form.dialog.getByRole('alert')).toHaveText('The connection is back. Try again.')
  await form.submit()
  await expect(page.getByText('2 numbers blocked for Acme Cars Sandton.')).toBeVisible()
  expect(await blocklist.numbersOf('company', 'acme-cars')).toEqual(
    expect.arrayContaining(['27825551111', '27825551112']),
  )
  await expect(form.dialog).toBeHidden()
  await form.open()
  await form.expectEntries()
})

/** Presses Tab until the element has the focus, like a person without a mouse. */
async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(element).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key)
    if (await element.evaluate(node => node === document.activeElement)) return
  }
  await expect(element).toBeFocused()
}

test('the browser asks before a reload discards input', async ({ page }) => {
  const form = await openForm(page, 'entity=blouberg-auto')
  await form.enter('27825551131')
  const question = page.waitForEvent('dialog')
  const reload = page.evaluate(() => location.reload())
  const dialog = await question
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reload
  await form.expectEntries('27825551131')
})
