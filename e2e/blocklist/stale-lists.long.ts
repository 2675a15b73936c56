// Long: two browsers work on one list that the other one changes.
import type { Page } from '@playwright/test'
import { formatPhoneNumber } from '../../contract/text/phone-number.ts'
import { expect, onOtherService as test } from '../support/redial.ts'
import { unblock } from './blocked-numbers.ts'
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

async function unblockByKeyboard(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: `Unblock ${number}` }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Keep blocked' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Unblock', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
}
