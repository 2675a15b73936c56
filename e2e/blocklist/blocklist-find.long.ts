// Long: searches lists of up to 100,000 numbers.
import type { Page } from '@playwright/test'
import { fillBlocklist } from '../../server/testing/fill-blocklist.ts'
import { downloaded } from '../support/downloaded.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { openSession } from '../support/open-session.ts'
import { blockNumbersForm } from './block-numbers-form.ts'
import { expectNumbers } from './blocked-numbers.ts'
import { expect, signedInPartner, test } from './blocklist-account.ts'

const OWNS = { companies: ['Müller Motors', 'Berg Auto', 'Quiet Cars'], groups: ['Coastal'] }

test('an entity is found by name, reference or number in all tabs', async ({ page, redial }) => {
  const account = await signedInPartner(page, redial, OWNS)
  await account.block('company', 'Müller Motors', ['27821230001', '27821230002'])
  await account.block('company', 'Berg Auto', ['27821230002', '442079460000'])
  await account.block('group', 'Coastal', ['27821230001'])
  await page.goto('/blocklist')
  const companies = page.getByRole('navigation', { name: 'Every company with blocked numbers' })
  const field = page.getByRole('searchbox', { name: 'Find a number, company, partner or group' })
  await expect(companies.getByRole('link')).toHaveText([/Berg Auto/, /Müller Motors/])
  await expectTabs(page, 'Company 2', 'Partner 0', 'Group 1', 'All')

  await field.pressSequentially('muller')
  await expect(companies.getByRole('link')).toHaveText([/Müller Motors.*2 numbers/])
  await expectTabs(page, 'Company 1', 'Partner 0', 'Group 0', 'All')
  await expect(page).toHaveURL(/q=muller/)

  await field.fill('coast')
  await expect(page.getByRole('heading', { name: 'No company found' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Group 1' }).click()
  await expect(page.getByRole('table', { name: 'Numbers blocked for Coastal' })).toBeVisible()
  await page.getByRole('tab', { name: /^Company/ }).click()

  await field.fill('082 123 0002')
  await expect(companies.getByRole('link')).toHaveText([
    /Berg Auto.*1 of 2 numbers/,
    /Müller Motors.*1 of 2 numbers/,
  ])
  await companies.getByRole('link', { name: /Müller/ }).click()
  await expectNumbers(page, '27821230002')
  await expect(page).toHaveURL(/entity=M%C3%BCller\+Motors/)
  await page.reload()
  await expectNumbers(page, '27821230002')
  await expect(field).toHaveValue('082 123 0002')

  await field.fill('+44 20 7946 0000')
  const elsewhere = page.getByRole('link', {
    name: 'Show +44 20 7946 0000 in the blocklist of Berg Auto',
  })
  await expect(elsewhere.locator('..')).toContainText('No matches in 2 numbers.')
  await elsewhere.click()
  await expectNumbers(page, '442079460000')
  await expect(page.getByRole('heading', { name: 'Berg Auto' })).toBeFocused()
  await expect(field).toHaveValue('+44 20 7946 0000')
})

test('the search says whether a number is blocked anywhere', async ({ page, redial }) => {
  const account = await signedInPartner(page, redial, OWNS)
  await account.block('company', 'Berg Auto', ['27821230001'])
  await account.block('group', 'Coastal', ['27821230001'])
  await account.block('partner', account.reference, ['27821230001', '27821230009'])
  await page.goto('/blocklist')
  const check = page.getByRole('search', { name: 'Find on the blocklist' })
  const field = check.getByRole('searchbox', { name: 'Find a number, company, partner or group' })
  await field.fill('0027 (0)82-123-0001')
  await expect(check.getByRole('status')).toContainText('Yes, +27 82 123 0001 is blocked.')
  await expect(check.getByRole('status')).toContainText('South Africa')
  await expect(check.getByRole('listitem')).toHaveText([
    /^Company Berg Auto blocks it: calls to this company/,
    /^Partner Partner .* blocks it: calls to every company of this partner/,
    /^Group Coastal blocks it: calls to every company of this group/,
  ])
  await expect(page).toHaveURL(/q=0027/)
  await expectAccessible(page)

  await check.getByRole('link', { name: /^Partner/ }).click()
  await expect(page.getByRole('tab', { name: /^Partner/ })).toHaveAttribute('aria-selected', 'true')
  await expectNumbers(page, '27821230001')
  await page.reload()
  await expect(check.getByRole('listitem')).toHaveCount(3)

  await field.fill('082 123 0002')
  await expect(check.getByRole('status')).toContainText('No, +27 82 123 0002 is not blocked.')
  // The numbers of the chosen partner would be next to an answer that is not about it.
  await expect(
    page.getByRole('heading', { name: 'No partner itself blocks this number' }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Partner partner-/ })).toHaveCount(0)
  await check.getByRole('link', { name: 'Block it' }).click()
  await blockNumbersForm(page).expectEntries('+27821230002')
  await page.keyboard.press('Escape')
  await field.fill('+254 71 23456')
  await expect(check.getByRole('status')).toContainText('is it complete?')
  await field.fill('082 123')
  await expect(check.getByRole('status')).toContainText('not a complete phone number')
})

test('100,000 numbers are scrolled, filtered and unblocked', async ({ page, redial }) => {
  test.slow()
  const account = await signedInPartner(page, redial, { companies: ['Many Cars'] })
  const filling = { partnerId: account.id, company: 'Many Cars', count: 100_000 }
  await fillBlocklist(redial.app.database, filling)
  await page.goto('/blocklist')
  const table = page.getByRole('table', { name: 'Numbers blocked for Many Cars' })
  await expect(table).toHaveAttribute('aria-rowcount', '100001', { timeout: 30_000 })
  await expectAccessible(page)
  await page.reload()
  await expect(table).toHaveAttribute('aria-rowcount', '100001', { timeout: 30_000 })
  await expect(page.getByText('100,000 numbers blocked for this company')).toBeVisible()
  const first = table.getByRole('row').filter({ hasText: '+27 82 000 0000' })
  expect(await table.locator('*').count()).toBeLessThan(1500)

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 5))
  const fifth = page.getByRole('button', {
    name: /^Unblock 278200(19|20)\d{3}/,
  })
  await expect(fifth.nth(14)).toBeInViewport()
  await page.evaluate(() => window.scrollTo(0, 0))

  await first.getByRole('button', { name: /^Unblock/ }).focus()
  await page.keyboard.press('End')
  const last = page.getByRole('button', { name: 'Unblock 27820099999' })
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  await expect(table.getByRole('row').filter({ has: last })).toHaveAttribute(
    'aria-rowindex',
    '100001',
  )
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('button', { name: 'Unblock 27820099998' })).toBeFocused()
  expect(await table.locator('*').count()).toBeLessThan(1500)

  const filter = page.getByRole('searchbox', { name: 'Find a number, company, partner or group' })
  await filter.pressSequentially('082 00123')
  const status = '100 of 100,000 numbers'
  await expect(page.getByRole('status').filter({ hasText: status })).toBeVisible()
  await expect(table.getByRole('row').nth(1)).toBeInViewport()
  await filter.fill('99 998')
  await expectNumbers(page, '27820099998')
  await expect(page).toHaveURL(/q=99\+998/)
  await filter.fill('999 999')
  await expect(
    page.getByRole('heading', { name: 'No company itself blocks this number' }),
  ).toBeVisible()

  await filter.fill('0820099998')
  await page.getByRole('button', { name: 'Unblock 27820099998' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock', exact: true }).click()
  await expect(page.getByText('+27 82 009 9998 unblocked for Many Cars.')).toBeVisible()
  await expect(page.getByText('No matches in 99,999 numbers.')).toBeVisible()
})

test('the shown numbers, an entity’s or all are saved as CSV', async ({ page, redial }) => {
  const account = await signedInPartner(page, redial, OWNS)
  await account.block('company', 'Müller Motors', ['27821230001', '27821230002'])
  await account.block('group', 'Coastal', ['442079460000'])
  await page.goto('/blocklist?entity=Müller+Motors&q=082+123+0002')
  await page.getByRole('button', { name: 'Export' }).click()
  const menu = page.getByRole('dialog', { name: 'Export blocked numbers' })
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  const save = async (which: RegExp) => {
    await menu.getByRole('radio', { name: which }).check()
    const { name, text } = await downloaded(menu.getByRole('button', { name: 'Download' }))
    return { name, rows: text.trim().split('\r\n').slice(1) }
  }
  const [one, two] = ['tel:+27821230001', 'tel:+27821230002'].map(number =>
    expect.stringContaining(`company,Müller Motors,Müller Motors,${number},,,,script,20`),
  )
  expect(await save(/^Company Müller Motors with “082 123 0002”: 1 number/)).toEqual({
    name: expect.stringMatching(/^blocklist-company-Müller-Motors-found-\d{4}-\d\d-\d\d\.csv$/),
    rows: [two],
  })
  await expect(menu.getByRole('status')).toContainText('1 number saved as blocklist-company')

  // Somebody else's change is in the file, though it wasn't on the page yet.
  await account.block('group', 'Coastal', ['442079460001'])
  expect(await save(/^The whole blocklist: 3 numbers/)).toEqual({
    name: expect.stringMatching(/^blocklist-\d{4}-\d\d-\d\d\.csv$/),
    rows: [
      one,
      two,
      expect.stringContaining('group,Coastal,Coastal,tel:+442079460000,,,,script,20'),
      expect.stringContaining('group,Coastal,Coastal,tel:+442079460001,,,,script,20'),
    ],
  })
})

test('without BlocklistPermission, the page says who enables it', async ({ page, redial }) => {
  const { text } = await redial.makeToken({ blocklistPermission: false })
  await page.context().addCookies([await openSession(redial.url, text)])
  await page.goto('/failed-calls')
  const navigation = page.getByRole('navigation', { name: 'Pages of Redial' })
  await navigation.getByRole('link', { name: 'Blocklist' }).click()
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText('The blocklist is not enabled for this token')
  await expect(alert).toContainText('BlocklistPermission')
  await expect(alert).toContainText('Ask the operator of the service to enable it')
  await expectAccessible(page)
  for (const name of ['Block numbers', 'Export']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toHaveCount(0)

  // As from a failed call: numbers that can't be sent are not filled in.
  await page.goto('/blocklist?context=company&add=true&block=27825551901')
  await expect(alert).toContainText('BlocklistPermission')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await navigation.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await navigation.getByRole('link', { name: 'Blocklist' }).click()
  await expect(alert).toContainText('BlocklistPermission')
  await redial.app.database.db
    .updateTable('api_token')
    .set({ blocklist_permission: true })
    .where('blocklist_permission', '=', false)
    .execute()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table')).toBeVisible()
})

test('tab, company and form are in the URL; Back undoes each', async ({ page, blocklist }) => {
  await blocklist.block('company', 'umhlanga-pre-owned', ['27825551091'])
  await page.goto('/blocklist')
  const companies = page.getByRole('navigation', { name: 'Every company with blocked numbers' })
  await companies.getByRole('link', { name: /Umhlanga Pre-Owned/ }).click()
  await expect(page).toHaveURL(/entity=umhlanga-pre-owned/)
  const umhlanga = page.getByRole('table', { name: 'Numbers blocked for Umhlanga Pre-Owned' })
  await expect(umhlanga).toBeVisible()
  await page.getByRole('tab', { name: /^Group/ }).click()
  await expect(page).toHaveURL(/context=group/)
  const form = blockNumbersForm(page)
  await form.open()
  await expect(page).toHaveURL(/add=true/)
  await expect(form.dialog).toBeVisible()

  await page.reload()
  await expect(form.dialog).toBeVisible()
  await expect(form.dialog.getByRole('radio', { name: 'Group' })).toBeChecked()
  await page.goBack()
  await expect(form.dialog).toBeHidden()
  await expect(page.getByRole('tab', { name: /^Group/ })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(umhlanga).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/blocklist$/)

  await page.getByRole('tab', { name: /^Company/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'All' })).toBeFocused()
  await expect(page).toHaveURL(/view=all/)
})

async function expectTabs(page: Page, ...names: string[]) {
  await expect(page.getByRole('tab')).toHaveText(names)
}
