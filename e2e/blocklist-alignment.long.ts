// Long: measures the blocklist in wide, low and narrow windows.
import type { Locator } from '@playwright/test'
import { blockNumbersForm, paste } from './blocklist/block-numbers-form.ts'
import { signedInAccount, signedInPartner } from './blocklist/blocklist-account.ts'
import { keepList, manyNumbers } from './blocklist/kept-list.ts'
import { expect, test } from './support/redial.ts'

async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  if (box === null) throw new Error('It is not visible')
  return box
}

/** Expects the middle of one to be as high as that of the other. */
async function expectSameLine(one: Locator, other: Locator): Promise<void> {
  const [first, second] = [await boxOf(one), await boxOf(other)]
  const apart = first.y + first.height / 2 - (second.y + second.height / 2)
  expect(Math.abs(apart)).toBeLessThan(1)
}

/** Expects the text of a button to fit into it. */
async function expectWholeLabel(button: Locator): Promise<void> {
  const missing = await button.evaluate(element =>
    Math.max(
      ...[element, ...element.querySelectorAll('*')].map(e => e.scrollWidth - e.clientWidth),
    ),
  )
  expect(missing).toBeLessThanOrEqual(0)
}

test('in a wide window, the label, the number and its result are on one line', async ({
  page,
  redial,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signedInAccount(page, redial)
  await page.goto('/blocklist?entity=blouberg-auto&add=true')
  const { dialog, number, enter } = blockNumbersForm(page)
  await enter('082 555 1001')
  const label = dialog.getByText('Number 1', { exact: true })
  await expectSameLine(label, number(1))
  await expectSameLine(label, dialog.getByText(/^Sent as/))
})

test('in a wide window, the fields above the entries and the heads of a card are aligned', async ({
  page,
  context,
  otherService,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await context.addCookies([otherService.session])
  keepList(
    otherService,
    manyNumbers(30),
    'Acme Cars of the Great Karoo and the Little Karoo, Sales',
  )
  await page.goto(`${otherService.url}/blocklist?entity=ACME`)
  await test.step('the buttons are beside the name of the company', async () => {
    const name = await boxOf(page.getByRole('heading', { name: /^Acme Cars/ }))
    const button = await boxOf(page.getByRole('button', { name: 'Unblock a list' }))
    expect(button.x).toBeGreaterThanOrEqual(name.x + name.width)
    const table = await boxOf(page.getByRole('table'))
    expect(table.y - (name.y + name.height)).toBeLessThan(60)
    expect(table.y - (button.y + button.height)).toBeGreaterThanOrEqual(8)
  })

  await page.getByRole('button', { name: 'Block numbers' }).click()
  const { dialog, enter } = blockNumbersForm(page)
  const expectAlignedFields = async () => {
    const area = await boxOf(dialog.getByRole('textbox', { name: /^Paste a list/ }))
    const country = await boxOf(dialog.getByRole('combobox', { name: 'Default country' }))
    expect(Math.abs(area.y - country.y)).toBeLessThan(1)
  }
  await expectAlignedFields()
  await enter('082 555 1001', '082 12')
  await expectAlignedFields()
  await test.step('a long name is above the buttons, and the one that sends is beside Cancel', async () => {
    const submit = dialog.getByRole('button', {
      name: /^Block 1 number \(skip 1 invalid\) for Acme/,
    })
    await expectSameLine(submit, dialog.getByRole('button', { name: 'Cancel' }))
    const label = submit.getByText(/^Block/).locator('..')
    await expect(label).toHaveCSS('text-overflow', 'ellipsis')
    expect(await label.evaluate(text => text.scrollWidth - text.clientWidth)).toBe(0)
    const about = dialog.getByText(/^For Acme Cars of the Great Karoo .*, Sales · skips 1 invalid$/)
    const { y, height } = await boxOf(about)
    expect(y + height).toBeLessThanOrEqual((await boxOf(submit)).y)
  })
})

test('in a low window, the buttons of the form don’t cover the field with the focus', async ({
  page,
  redial,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await signedInAccount(page, redial)
  await page.goto('/blocklist?entity=blouberg-auto&add=true')
  const { number } = blockNumbersForm(page)
  await expect(number(1)).toBeFocused()
  const isOnTop = () =>
    number(1).evaluate(field => {
      const { left, bottom } = field.getBoundingClientRect()
      return document.elementFromPoint(left + 20, bottom - 2) === field
    })
  await expect.poll(isOnTop).toBe(true)
})

test.describe('on a phone whose browser shows its bars', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 664 } })

  test('what was blocked stays in view above the first invalid entry', async ({ page, redial }) => {
    await signedInPartner(page, redial, { companies: ['Partly Motors'] })
    await page.goto('/blocklist?entity=Partly+Motors&add=true')
    const form = blockNumbersForm(page)
    await paste(form.number(1), ['082 555 1091', '082 555', '12', '082 12'])
    await form.number(4).scrollIntoViewIfNeeded()
    await form.submit()
    await expect(form.number(1)).toBeFocused()
    const title = await boxOf(form.dialog.getByRole('heading', { name: 'Block numbers' }))
    const done = form.dialog.getByText('1 number blocked for Partly Motors.')
    await expect.poll(async () => (await boxOf(done)).y).toBeGreaterThan(title.y + title.height)
    const entry = await boxOf(form.number(1))
    expect(entry.y).toBeGreaterThan((await boxOf(done)).y)
    expect(entry.y + entry.height).toBeLessThanOrEqual(664)
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the buttons of the form are in one line, the one that sends first and widest', async ({
    page,
    redial,
  }) => {
    await signedInAccount(page, redial)
    await page.goto('/blocklist?entity=blouberg-auto&add=true')
    const { dialog, number, enter } = blockNumbersForm(page)
    await enter('082 555 1001')
    await expectSameLine(dialog.getByText('Number 1', { exact: true }), number(1))
    const submit = await boxOf(dialog.getByRole('button', { name: /^Block 1 number/ }))
    const cancel = await boxOf(dialog.getByRole('button', { name: 'Cancel' }))
    expect(cancel.y).toBe(submit.y)
    expect(cancel.x).toBeGreaterThanOrEqual(submit.x + submit.width)
    expect(submit.width).toBeGreaterThan(240)
  })

  test('the buttons of a selection are not cut off', async ({ page, context, otherService }) => {
    await context.addCookies([otherService.session])
    keepList(otherService, manyNumbers(30))
    await page.goto(`${otherService.url}/blocklist?entity=ACME`)
    await page.getByRole('checkbox', { name: 'Select 27831000001' }).check()
    const button = page.getByRole('button', { name: 'Unblock 1 number', exact: true })
    await expectWholeLabel(button)
    await expect(page.getByRole('button', { name: 'Unblock a list' })).toBeHidden()
    const { x, width } = await boxOf(page.getByRole('button', { name: 'Columns' }))
    expect(x + width).toBeLessThanOrEqual(390)
  })

  test('opening a company moves the focus to its name, and back to the companies', async ({
    page,
    context,
    otherService,
  }) => {
    await context.addCookies([otherService.session])
    keepList(otherService, manyNumbers(3))
    await page.goto(`${otherService.url}/blocklist`)
    const company = page
      .getByRole('navigation', { name: 'Every company with blocked numbers' })
      .getByRole('link')
    await company.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Acme Cars' })).toBeFocused()
    await page.getByRole('link', { name: 'All companies' }).focus()
    await page.keyboard.press('Enter')
    await expect(company).toBeFocused()
  })

  test('the buttons above the numbers of a company don’t touch the lines around them', async ({
    page,
    context,
    otherService,
  }) => {
    await context.addCookies([otherService.session])
    keepList(otherService, manyNumbers(30))
    await page.goto(`${otherService.url}/blocklist?entity=ACME`)
    const table = await boxOf(page.getByRole('table'))
    for (const name of ['Unblock a list', 'Columns']) {
      const { y, height } = await boxOf(page.getByRole('button', { name }))
      expect(table.y - (y + height)).toBeGreaterThanOrEqual(5)
    }
  })
})
