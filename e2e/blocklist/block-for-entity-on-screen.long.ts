// Long: each test opens the form from several pages.
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, test } from '../support/redial.ts'
import { blockNumbersForm, openForm } from './block-numbers-form.ts'
import { signedInPartner } from './blocklist-account.ts'

const OWNS = { companies: ['Berg Auto', 'Quiet Cars'], groups: ['Coastal'] }

test('the form opens for the entity on screen and names it', async ({ page, redial }) => {
  const account = await signedInPartner(page, redial, OWNS)
  await account.block('company', 'Berg Auto', ['27821230001'])
  await account.block('group', 'Coastal', ['27821230002'])
  await page.goto('/blocklist?context=company')
  await expect(page.getByRole('table', { name: 'Numbers blocked for Berg Auto' })).toBeVisible()
  const form = blockNumbersForm(page)
  await test.step('an untouched form leaves no draft for the next entity', async () => {
    await form.open()
    await expect(form.reference).toHaveValue('Berg Auto')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: /^Group/ }).click()
    await form.open()
    await expect(form.reference).toHaveValue('Coastal')
    await expect(form.dialog).not.toContainText('What you typed before')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: /^Company/ }).click()
  })

  await form.open()
  await expect(form.dialog.getByRole('radio', { name: 'Company' })).toBeChecked()
  await expect(form.reference).toHaveValue('Berg Auto')
  await expect(form.pasteArea).toBeFocused()
  await test.step('a name that is typed replaces the one of the entity on screen', async () => {
    await form.name.focus()
    await page.keyboard.type('Quiet Cars')
    await page.keyboard.press('Tab')
    await expect(form.name).toHaveValue('Quiet Cars')
    await expect(form.reference).toHaveValue('Quiet Cars')
    await form.name.fill('Berg Auto')
    await page.keyboard.press('Tab')
    await expect(form.reference).toHaveValue('Berg Auto')
  })
  await expect(form.dialog).not.toContainText('every company')
  await form.enter('27821230003', '27821230004')
  await form.dialog.getByRole('button', { name: 'Block 2 numbers for Berg Auto' }).click()
  await expect(page.getByText('2 numbers blocked for Berg Auto.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: /^Group/ }).click()
  await expect(page.getByRole('table', { name: 'Numbers blocked for Coastal' })).toBeVisible()
  await form.open()
  await expect(form.dialog.getByRole('radio', { name: 'Group' })).toBeChecked()
  await expect(form.reference).toHaveValue('Coastal')
  await expect(form.dialog).toContainText(
    'Calls from these numbers to every company of Coastal will be rejected.',
  )
  await form.dialog.getByRole('radio', { name: 'Partner' }).check()
  await expect(form.dialog).toContainText(
    'The service lists these companies of your account: Berg Auto and Quiet Cars.',
  )
})

test('no company is chosen while the list shows several', async ({ page, redial }) => {
  const account = await signedInPartner(page, redial, OWNS)
  await account.block('company', 'Berg Auto', ['27821230001'])
  await account.block('company', 'Quiet Cars', ['27821230002'])
  await page.goto('/blocklist')
  await expect(page.getByRole('table', { name: 'Numbers blocked for Berg Auto' })).toBeVisible()
  const form = blockNumbersForm(page)
  await form.open()
  await expect(form.dialog.getByRole('radio', { name: 'Company' })).toBeChecked()
  await expect(form.reference).toHaveValue('')
})

test('a caller without a company is not blocked for another', async ({ page, redial }) => {
  const account = await signedInPartner(page, redial, OWNS)
  await account.block('company', 'Berg Auto', ['27821230001'])
  const form = await openForm(page, 'context=company&block=27821230009')
  await form.expectEntries('+27821230009')
  await expect(form.reference).toHaveValue('')
})

test('the form opens for the group whose name filters all numbers', async ({ page, redial }) => {
  const account = await signedInPartner(page, redial, OWNS)
  await account.block('group', 'Coastal', ['27821230002'])
  await page.goto('/blocklist?view=all&entity=group+Coastal')
  const form = blockNumbersForm(page)
  await form.open()
  await expect(form.dialog.getByRole('radio', { name: 'Group' })).toBeChecked()
  await expect(form.reference).toHaveValue('Coastal')
})

test('what was blocked can be undone after Back has closed the form', async ({ page, redial }) => {
  const account = await signedInPartner(page, redial, OWNS)
  await account.block('company', 'Berg Auto', ['27821230001'])
  await page.goto('/blocklist?entity=Berg+Auto')
  const form = blockNumbersForm(page)
  await form.open()
  await form.enter('27821230003', '082 12')
  await form.submit()
  await expect(form.dialog.getByRole('alert')).toContainText('1 number blocked for Berg Auto.')
  await page.goBack()
  await expect(form.dialog).toBeHidden()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('+27 82 123 0003 unblocked for Berg Auto.')).toBeVisible()
  expect(await account.numbersOf('company', 'Berg Auto')).toEqual(['27821230001'])
})
