// Long: lists of thousands of numbers are pasted and sent.
import { expectAccessible } from '../support/expect-accessible.ts'
import { blocksSent, openForm, paste } from './block-numbers-form.ts'
import { expect, signedInPartner, test } from './blocklist-account.ts'

test('the button counts the numbers to block, and skipped entries stay in the form', async ({
  page,
  blocklist,
}) => {
  await blocklist.block('company', 'acme-cars', ['27825551301'])
  await blocklist.block('partner', 'karoo', ['27825551302'])
  const form = await openForm(page, 'entity=acme-cars')
  const before = await blocklist.numbersOf('company', 'acme-cars')
  await paste(form.pasteArea, [
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
    'Only the column “Mobile” was read. Line 8 of the text has no phone number.',
  )
  await expect(form.number(2)).toHaveAccessibleDescription(/Already blocked for the whole partner/)
  await expect(form.dialog).toContainText('2 of 6 entries can be blocked.')
  const groups = form.dialog.getByRole('group', { name: 'Show entries' })
  await expect(groups.getByRole('button')).toHaveText([
    'All 6',
    'To block 2',
    'Already blocked 1',
    'Duplicates 1',
    'Invalid 2',
  ])
  await expectAccessible(page)

  await form.dialog.getByRole('button', { name: 'Invalid 2' }).click()
  await expect(form.number(5)).toBeVisible()
  await expect(form.number(1)).toHaveCount(0)
  expect(await blocklist.numbersOf('company', 'acme-cars')).toEqual(before)
  // One of the three is on the list already.
  await form.dialog
    .getByRole('button', { name: 'Block 2 numbers (skip 2 invalid) for Acme Cars Sandton' })
    .click()
  await expect(form.dialog.getByRole('alert')).toHaveText(
    '2 numbers blocked for Acme Cars Sandton. 1 was blocked already. 2 invalid entries are still here. Fix them or remove them.',
  )
  await form.expectEntries('+999 1234567', '082 12')
  await expect(form.number(1)).toBeFocused()
  await expect(form.number(1)).toHaveAccessibleDescription(/No country code starts with 999/)
  await form.submit()
  await expect(form.dialog.getByRole('alert')).toHaveText(
    'Nothing was sent. 2 invalid entries are still here. Fix them or remove them.',
  )
  expect(await blocklist.numbersOf('company', 'acme-cars')).toEqual(
    [...before, '27825551302', '27825551303'].toSorted(),
  )
})

test('a long list belongs to the country that was chosen last', async ({ page }) => {
  const form = await openForm(page, 'entity=acme-cars')
  // So many that they are still being read again for the first country when the second is chosen.
  const numbers = Array.from({ length: 40_000 }, (_, index) => `0712 3${10_000 + index}`)
  await paste(form.pasteArea, numbers)
  await expect(form.dialog).toContainText('40,000 of 40,000 entries can be blocked')
  for (const country of ['Kenya (+254)', 'Uganda (+256)']) {
    await form.dialog.getByRole('combobox', { name: 'Default country' }).fill(country.slice(0, 5))
    await page.getByRole('option', { name: country }).click()
  }
  await expect(form.number(1)).toHaveAccessibleDescription('Will be blocked as +256 71 231 0000')
  await expect(form.dialog).toContainText('40,000 of 40,000 entries can be blocked')
})

for (const [answer, meaning] of [
  ['All these numbers are from South Africa', /^Will be blocked as \+27 84 123 4568/],
  ['All these numbers have a country code', /^Held back · \+84 123 4568/],
] as const) {
  test(`numbers that can be read in two ways have one answer: ${answer}`, async ({ page }) => {
    const form = await openForm(page, 'entity=acme-cars')
    await paste(form.pasteArea, ['841234567', '841234568'])
    await form.dialog.getByRole('button', { name: answer }).click()
    await expect(form.number(2)).toHaveAccessibleDescription(meaning)
    await expect(form.dialog.getByRole('button', { name: answer })).toBeHidden()
  })
}

test('fifteen entries of a pasted list are visible at once, one line each', async ({ page }) => {
  const form = await openForm(page, 'entity=acme-cars')
  // One is held back, which takes a line above the list.
  await paste(form.pasteArea, [
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

  await form.dialog.getByRole('button', { name: 'Add a reason' }).click()
  await expect(form.dialog.getByRole('combobox', { name: 'Reason' })).toBeFocused()
})

test('typed text is shown as entries before anything is sent', async ({ page, redial }) => {
  const service = await signedInPartner(page, redial, { companies: ['Typed Motors'] })
  const sent = blocksSent(page)
  const form = await openForm(page, 'entity=Typed+Motors')
  const feedback = form.dialog.getByText('Nothing was sent')

  await test.step('a form without numbers has an error', async () => {
    await form.submit()
    await expect(form.pasteArea).toHaveAccessibleDescription('Enter a phone number.')
    await expect(form.pasteArea).toHaveAttribute('aria-invalid', 'true')
    await expect(form.pasteArea).toBeFocused()
    await expect(form.dialog.getByRole('alert')).toHaveCount(0)
  })

  await test.step('text without a number stays, and nothing is sent', async () => {
    await form.pasteArea.fill(' ,')
    await form.submitButton.click({ delay: 50 })
    await expect(feedback).toBeFocused()
    await expect(feedback).toHaveText('It contains no phone number. Nothing was sent.')
    await expect(form.pasteArea).toHaveValue(' ,')
  })

  await form.pasteArea.fill('0825551061 call me at 3')
  await form.submitButton.dblclick({ delay: 50 })
  await expect(feedback).toBeFocused()
  await expect(feedback).toContainText(
    'Nothing was sent yet. Check the entries, then press the button again.',
  )
  await form.expectEntries('0825551061')
  await expect(form.number(1)).not.toHaveAttribute('aria-invalid', 'true')
  await expect(form.pasteArea).toHaveValue('')
  expect(sent).toEqual([])

  await form.submit()
  await expect(page.getByText('1 number blocked for Typed Motors.')).toBeVisible()
  expect(await service.numbersOf('company', 'Typed Motors')).toEqual(['27825551061'])
})

test('a single number that is typed is sent at once', async ({ page, redial }) => {
  const service = await signedInPartner(page, redial, { companies: ['Single Motors'] })
  const form = await openForm(page, 'entity=Single+Motors')
  // The drawer moves the focus once it is open.
  await expect(form.pasteArea).toBeFocused()
  await form.pasteArea.fill('082 555 1062')
  await form.submit()
  await expect(page.getByText('1 number blocked for Single Motors.')).toBeVisible()
  expect(await service.numbersOf('company', 'Single Motors')).toEqual(['27825551062'])
})

test('on a phone, the button and a line above it are complete', async ({ page, redial }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signedInPartner(page, redial, { companies: ['A company with a long name'] })
  const form = await openForm(page, 'entity=A+company+with+a+long+name')
  await form.enter('0825551081', '0825551082', '12', '082 555 10')
  const button = form.dialog.getByRole('button', {
    name: 'Block 2 numbers (skip 1 invalid, 1 held back) for A company with a long name',
  })
  const label = await button.getByText('Block 2 numbers').evaluate(element => ({
    isCut: element.scrollWidth > element.clientWidth,
    bottom: element.getBoundingClientRect().bottom,
  }))
  expect(label.isCut).toBe(false)
  const about = form.dialog.getByText('For A company with a long name · 1 invalid, 1 held back')
  const box = await about.boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(label.bottom)
})
