import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, test } from '../support/redial.ts'
import { blockNumbersForm, paste } from './block-numbers-form.ts'
import { signedInAccount } from './blocklist-account.ts'

test('the button says how many entries of a pasted list it blocks and skips, and keeps the skipped', async ({
  page,
  redial,
}) => {
  const service = await signedInAccount(page, redial)
  await service.block('company', 'acme-cars', ['27825551301'])
  await service.block('partner', 'karoo', ['27825551302'])
  await page.goto('/blocklist?entity=acme-cars&add=true')
  const form = blockNumbersForm(page)
  const before = await service.numbersOf('company', 'acme-cars')
  await paste(form.number(1), [
    'Name;Mobile',
    'One;082 555 1301',
    'Two;+27 82 555 1302',
    'Three;0027825551303',
    'Again;27825551303',
    'Five;+999 1234567',
    'Six;082 12',
    'Seven;nobody',
  ])
  await expect(form.dialog).toContainText(
    'Only the column “Mobile” was read. One line has no phone number.',
  )
  await expect(form.number(1)).toHaveAccessibleDescription(
    /Sent as \+27 82 555 1301.*Already on the list/,
  )
  await expect(form.number(2)).toHaveAccessibleDescription(/Already blocked for the whole partner/)
  await expect(form.number(4)).toHaveAccessibleDescription(/Duplicate of number 3/)
  await expect(form.number(5)).toHaveAccessibleDescription(/No country code starts with 999/)
  await expect(form.number(6)).toHaveAccessibleDescription(/Too short/)
  await expect(form.dialog).toContainText(
    '2 of 6 entries can be sent. 1 already blocked, 1 duplicate, 2 invalid.',
  )
  await expectAccessible(page)

  await form.dialog.getByRole('button', { name: 'Check 2 invalid entries' }).click()
  await expect(form.number(5)).toBeFocused()
  await expect(form.number(1)).toHaveCount(0)
  expect(await service.numbersOf('company', 'acme-cars')).toEqual(before)
  // One of the three is on the list already.
  await form.dialog
    .getByRole('button', { name: 'Block 2 numbers (skip 2 invalid) for Acme Cars Sandton' })
    .click()
  await expect(form.dialog.getByRole('alert')).toHaveText(
    '2 numbers blocked for Acme Cars Sandton. 1 was blocked already. 2 invalid entries are still here. Fix them, or cancel.',
  )
  await form.expectEntries('+999 1234567', '082 12')
  await expect(form.number(1)).toBeFocused()
  await expect(form.number(1)).toHaveAccessibleDescription(/No country code starts with 999/)
  await form.submit()
  await expect(form.dialog.getByRole('alert')).toHaveText(
    '2 entries are invalid, so nothing was blocked. Fix them or remove them.',
  )
  expect(await service.numbersOf('company', 'acme-cars')).toEqual(
    [...before, '27825551302', '27825551303'].toSorted(),
  )
})

test('numbers without a country code belong to the chosen country', async ({ page, redial }) => {
  await signedInAccount(page, redial)
  await page.goto('/blocklist?entity=acme-cars&add=true')
  const form = blockNumbersForm(page)
  await form.enter('0712 345 678')
  await expect(form.number(1)).toHaveAccessibleDescription('Sent as +27 71 234 5678')
  await form.dialog.getByRole('combobox', { name: 'Default country' }).fill('Kenya')
  await page.getByRole('option', { name: 'Kenya (+254)' }).click()
  await expect(form.number(1)).toHaveAccessibleDescription('Sent as +254 71 234 5678')

  // Only another country than the chosen one is worth a word.
  await form.number(1).fill('+44 20 7946 0958')
  await expect(form.number(1)).toHaveAccessibleDescription(
    'Sent as +44 20 7946 0958 · United Kingdom',
  )
})

test('a text file is read, and another file is refused with an explanation', async ({
  page,
  redial,
}) => {
  await signedInAccount(page, redial)
  await page.goto('/blocklist?entity=acme-cars&add=true')
  const form = blockNumbersForm(page)
  const choose = async (name: string, buffer: Buffer) => {
    const choosing = page.waitForEvent('filechooser')
    await form.dialog.getByRole('button', { name: 'Choose a file' }).click()
    await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer })
  }
  await choose('numbers.csv', Buffer.from('PK\u0003\u0004 a workbook'))
  await expect(form.dialog).toContainText('“numbers.csv” is a workbook, not a list')
  await choose('numbers.csv', Buffer.from('\ufeffphone\r\n"27825551311"\r\n"27825551312"\r\n'))
  await form.expectEntries('27825551311', '27825551312')
  await expect(form.dialog).toContainText('2 entries added. One line has no phone number.')
})

test('fifteen entries of a pasted list are visible at once, one line each', async ({
  page,
  redial,
}) => {
  await signedInAccount(page, redial)
  await page.goto('/blocklist?entity=acme-cars&add=true')
  const form = blockNumbersForm(page)
  // One is held back, which takes a line above the list.
  await paste(form.number(1), [
    '082 555 14',
    ...Array.from({ length: 29 }, (_, index) => String(27825551400 + index)),
  ])
  await expect(form.number(15)).toBeVisible()
  const { visible, tallest } = await form.number(1).evaluate(field => {
    const fields = [...(field.closest('ol')?.querySelectorAll('input') ?? [])]
    return {
      // The buttons of the form cover what is below them.
      visible: fields.filter(each => {
        const { left, bottom } = each.getBoundingClientRect()
        return document.elementFromPoint(left + 20, bottom - 2) === each
      }).length,
      tallest: Math.max(...fields.map(each => each.closest('li')?.clientHeight ?? 0)),
    }
  })
  expect(visible).toBeGreaterThanOrEqual(15)
  expect(tallest).toBeLessThanOrEqual(36)
})
