// Long: two browsers change one list.
import type { Page } from '@playwright/test'
import { formatPhoneNumber } from '../../contract/text/phone-number.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, test } from '../support/redial.ts'
import { blockNumbersForm } from './block-numbers-form.ts'
import { signedInPartner } from './blocklist-account.ts'

const OWNS = { companies: ['Berg Auto', 'Quiet Cars'] }
const CHANGED = /The list changed: /

test('somebody else’s change shows after a moment, with a notice', async ({ page, redial }) => {
  await page.clock.install()
  const account = await signedInPartner(page, redial, OWNS)
  await account.block('company', 'Berg Auto', ['27821230001', '27821230002'])
  await page.goto('/blocklist')
  await expect(row(page, '27821230001')).toBeVisible()

  await account.block('company', 'Berg Auto', ['27821230003'])
  await account.unblock('company', 'Berg Auto', ['27821230001'])
  await account.block('company', 'Quiet Cars', ['27821230004', '27821230005'])
  await page.clock.fastForward('00:31')
  await expect(row(page, '27821230003')).toBeVisible()
  await expect(row(page, '27821230001')).toHaveCount(0)
  const notice = page.getByRole('status').filter({ hasText: CHANGED })
  await expect(notice).toContainText(
    '+27 82 123 0003 was blocked and +27 82 123 0001 was unblocked for Berg Auto',
  )
  await expect(notice).toContainText('2 numbers were blocked for Quiet Cars')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the list of changes' }).click()
  await expect(page.getByText(CHANGED)).toHaveCount(0)
})

test('two managers on stale pages do not undo each other’s changes', async ({
  page,
  redial,
  browser,
}) => {
  const account = await signedInPartner(page, redial, OWNS)
  await account.block('company', 'Berg Auto', ['27821230001', '27821230002'])
  const context = await browser.newContext({ baseURL: redial.url })
  await context.addCookies([account.session])
  const other = await context.newPage()
  for (const each of [page, other]) {
    await each.goto('/blocklist?entity=Berg+Auto')
    await expect(row(each, '27821230001')).toBeVisible()
  }

  await block(page, '27821230003')
  await block(other, '27821230004')
  await unblock(page, '27821230001')
  await unblock(other, '27821230002')
  const both = ['27821230003', '27821230004']
  expect(await account.numbersOf('company', 'Berg Auto')).toEqual(both)
  for (const number of both) await expect(row(other, number)).toBeVisible()
  await expect(row(other, '27821230001')).toHaveCount(0)
  // A person gets no notification of their own changes.
  await expect(other.getByText(CHANGED).filter({ hasText: '+27 82 123 0004' })).toHaveCount(0)
  await context.close()
})

function row(page: Page, number: string) {
  return page.getByRole('row').filter({ hasText: formatPhoneNumber(number) })
}

async function block(page: Page, number: string) {
  const form = blockNumbersForm(page)
  await form.open()
  await form.enter(number)
  await form.submit()
  await expect(page.getByText('1 number blocked for Berg Auto.')).toBeVisible()
  await expect(form.dialog).toBeHidden()
}

async function unblock(page: Page, number: string) {
  await page.getByRole('button', { name: `Unblock ${number}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock', exact: true }).click()
  await expect(
    page.getByText(`${formatPhoneNumber(number)} unblocked for Berg Auto.`),
  ).toBeVisible()
}
