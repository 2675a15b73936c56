// Long: a mail is pasted, corrected and sent in a browser.
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, test } from '../support/redial.ts'
import { openForm, paste } from './block-numbers-form.ts'
import { signedInPartner } from './blocklist-account.ts'

test('a pasted mail gives its numbers, and holds back unclear ones', async ({ page, redial }) => {
  const account = await signedInPartner(page, redial, { companies: ['Mail'] })
  const form = await openForm(page, 'context=company&entity=Mail')
  await expect(form.reference).toHaveValue('Mail')
  await paste(form.pasteArea, [
    'Hi Thandi, please block these (account 62814403377):',
    'John Smith, 082 555 1801',
    'Mary Jones, 082 555 1802, rude caller',
    '3. Pieter: 083-555-1803 ext 4',
    '082 555 18',
    '44 20 7946 0958',
  ])
  await form.expectEntries(
    '082 555 1801',
    '082 555 1802',
    '083-555-1803',
    '082 555 18',
    '44 20 7946 0958',
  )
  await expect(form.number(4)).toHaveAccessibleDescription(/^Held back/)
  await expect(form.dialog).toContainText('3 of 5 entries can be sent.')
  await expect(form.dialog).toContainText('Line 1')
  await expectAccessible(page)
  await form.dialog.getByRole('button', { name: 'Include number 5' }).click()
  await form.dialog
    .getByRole('button', { name: 'Block 4 numbers (skip 1 held back) for Mail' })
    .click()

  await test.step('held-back numbers stay after the others were sent', async () => {
    await expect(form.dialog.getByRole('alert')).toContainText(
      '4 numbers blocked for Mail. 1 number was held back and is still here',
    )
    const [done, left] = [/^4 numbers blocked/, /^1 number was held back/].map(text =>
      form.dialog.getByRole('alert').getByText(text),
    )
    const colourOf = (text?: Locator) => text?.evaluate(each => getComputedStyle(each).color)
    expect(await colourOf(done)).not.toBe(await colourOf(left))
    await form.expectEntries('082 555 18')
    expect(await account.numbersOf('company', 'Mail')).toEqual([
      '27825551801',
      '27825551802',
      '27835551803',
      '442079460958',
    ])
  })

  await test.step('skipped digits become an entry', async () => {
    await form.dialog.getByRole('button', { name: 'Add 62814403377 of line 1' }).click()
    await form.expectEntries('082 555 18', '62814403377')
    await expect(form.dialog.getByText(/skipped/)).toBeHidden()
  })
})
