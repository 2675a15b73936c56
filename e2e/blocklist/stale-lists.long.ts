// Long: somebody else changes the list that a page shows.
import type { Page } from '@playwright/test'
import { formatPhoneNumber } from '../../contract/text/phone-number.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, test as onRedial, onOtherService as test } from '../support/redial.ts'
import { unblock } from './blocked-numbers.ts'
import { signedInPartner } from './blocklist-account.ts'
import { keepList } from './kept-list.ts'

/* A colleague changes the list directly at the service, so the page doesn't know about it. */

const [ONE, TWO] = ['27825551801', '27825551802']

test('Undo says what a colleague has already blocked again', async ({ page, otherService }) => {
  const list = keepList(otherService, [ONE, TWO])
  await page.goto('/blocklist')
  await unblock(page, ONE)
  const notification = page
    .getByRole('status')
    .filter({ hasText: `${formatPhoneNumber(ONE)} unblocked for Acme Cars.` })
  await expect(notification).toBeVisible()
  list.numbers.add(ONE)
  await notification.getByRole('button', { name: 'Undo' }).click()
  await expect(
    page.getByText(
      `${formatPhoneNumber(ONE)} blocked again for Acme Cars. Somebody else had already blocked it.`,
    ),
  ).toBeVisible()
  expect([...list.numbers].toSorted()).toEqual([ONE, TWO])
})

test('the focus is never lost while numbers are unblocked', async ({ page, otherService }) => {
  const list = keepList(otherService, [ONE, TWO])
  await page.goto('/blocklist')
  await unblockByKeyboard(page, ONE)
  await expect(page.getByRole('heading', { name: 'Acme Cars' })).toBeFocused()
  expect([...list.numbers]).toEqual([TWO])
  await page.keyboard.press('Tab')
  const undo = page.getByRole('button', {
    name: `Undo unblocking of ${formatPhoneNumber(ONE)}`,
  })
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Acme Cars' })).toBeFocused()
  await expect(undo).toHaveCount(0)
  expect([...list.numbers].toSorted()).toEqual([ONE, TWO])

  await unblockByKeyboard(page, ONE)
  await expect(page.getByRole('heading', { name: 'Acme Cars' })).toBeFocused()
  expect([...list.numbers]).toEqual([TWO])
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(`${formatPhoneNumber(ONE)} blocked again for Acme Cars.`),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close message' })).toBeFocused()
  expect([...list.numbers].toSorted()).toEqual([ONE, TWO])

  await unblockByKeyboard(page, TWO)
  const history = page.getByText('Unblocked in this session (3)')
  await history.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Undo: block ${formatPhoneNumber(TWO)}` }).focus()
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(`${formatPhoneNumber(TWO)} blocked again for Acme Cars.`),
  ).toBeVisible()
  await expect(history).toBeFocused()
})

onRedial('somebody else’s change shows after a moment, with a notice', async ({ page, redial }) => {
  const companies = ['Berg Auto', 'Quiet Cars']
  await page.clock.install()
  const account = await signedInPartner(page, redial, { companies })
  await account.block('company', 'Berg Auto', [ONE, TWO])
  await page.goto('/blocklist')
  const row = (number: string) =>
    page.getByRole('row').filter({ hasText: formatPhoneNumber(number) })
  await expect(row(ONE)).toBeVisible()

  await account.block('company', 'Berg Auto', ['27825551803'])
  await account.unblock('company', 'Berg Auto', [ONE])
  await account.block('company', 'Quiet Cars', ['27825551804', '27825551805'])
  await page.clock.fastForward('00:31')
  await expect(row('27825551803')).toBeVisible()
  await expect(row(ONE)).toHaveCount(0)
  const notice = page.getByRole('status').filter({ hasText: 'The list changed: ' })
  await expect(notice).toContainText(
    '+27 82 555 1803 was blocked and +27 82 555 1801 was unblocked for Berg Auto',
  )
  await expect(notice).toContainText('2 numbers were blocked for Quiet Cars')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the list of changes' }).click()
  await expect(notice).toHaveCount(0)
})

async function unblockByKeyboard(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: `Unblock ${number}` }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Keep blocked' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Unblock', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
}
