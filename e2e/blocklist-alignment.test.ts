import type { Locator } from '@playwright/test'
import { blockNumbersForm } from './blocklist/block-numbers-form.ts'
import { signedInAccount } from './blocklist/blocklist-account.ts'
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

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the buttons of the form are as wide as it, the one that sends first', async ({
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
    expect(submit.width).toBeGreaterThan(300)
    expect(cancel.width).toBe(submit.width)
    expect(cancel.x).toBe(submit.x)
    expect(cancel.y).toBeGreaterThanOrEqual(submit.y + submit.height)
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
