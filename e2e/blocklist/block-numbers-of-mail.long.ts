// Long: a mail is pasted, corrected and sent in a browser.
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, test } from '../support/redial.ts'
import { openForm, paste } from './block-numbers-form.ts'
import { signedInPartner } from './blocklist-account.ts'

test('held-back numbers of a pasted mail stay, and its skipped digits can be added', async ({
  page,
  redial,
}) => {
  const account = await signedInPartner(page, redial, { companies: ['Mail'] })
  const form = await openForm(page, 'context=company&entity=Mail')
  await expect(form.reference).toHaveValue('Mail')
  await paste(form.pasteArea, [
    'Hi Thandi, please block these (account 62814403377):',
    'John Smith, 082 555 1801',
    '082 555 18',
    '44 20 7946 0958',
  ])
  await form.expectEntries('082 555 1801', '082 555 18', '44 20 7946 0958')
  await expect(form.number(2)).toHaveAccessibleDescription(/^Held back/)
  await expectAccessible(page)
  await form.dialog.getByRole('button', { name: 'Include number 3' }).click()
  await form.dialog
    .getByRole('button', { name: 'Block 2 numbers (skip 1 held back) for Mail' })
    .click()
  const alert = form.dialog.getByRole('alert')
  await expect(alert).toContainText(
    '2 numbers blocked for Mail. 1 number was held back and is still here',
  )
  const colourOf = (text: Locator) => text.evaluate(each => getComputedStyle(each).color)
  expect(await colourOf(alert.getByText(/^2 numbers blocked/))).not.toBe(
    await colourOf(alert.getByText(/^1 number was held back/)),
  )
  await form.expectEntries('082 555 18')
  expect(await account.numbersOf('company', 'Mail')).toEqual(['27825551801', '442079460958'])
  await form.dialog.getByRole('button', { name: 'Add 62814403377 of line 1' }).click()
  await form.expectEntries('082 555 18', '62814403377')
  await expect(form.dialog.getByText(/skipped/)).toBeHidden()
})
