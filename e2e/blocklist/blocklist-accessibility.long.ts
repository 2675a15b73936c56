import { fillBlocklist } from '../../server/testing/fill-blocklist.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, test } from '../support/redial.ts'
import { paste } from './block-numbers-form.ts'
import { unblock } from './blocked-numbers.ts'
import { signedInPartner } from './blocklist-account.ts'

const OWNS = { companies: ['Berg Auto', 'Quiet Cars'], groups: ['Coastal'] }

test('every state of the blocklist is accessible, light and dark', async ({ page, redial }) => {
  test.slow()
  await page.clock.install()
  const account = await signedInPartner(page, redial, OWNS)
  await account.block('company', 'Berg Auto', ['27821230001', '27821230002'])
  await account.block('group', 'Coastal', ['27821230001'])
  await page.goto('/blocklist')

  await test.step('a number that is blocked', async () => {
    const check = page.getByRole('search', { name: 'Find on the blocklist' })
    await check.getByRole('searchbox').fill('082 123 0001')
    await expect(check.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
  })

  await test.step('a search that finds something in another tab only', async () => {
    const field = page.getByRole('searchbox', { name: 'Find a number, company, partner or group' })
    await field.fill('coast')
    await expect(page.getByRole('heading', { name: 'No company found' })).toBeVisible()
    await expectAccessible(page)
    await field.fill('')
  })

  await test.step('the choice of what to export', async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('dialog', { name: 'Export blocked numbers' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('a list to unblock', async () => {
    await page.getByRole('button', { name: 'Unblock a list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Unblock a list' })
    await paste(dialog.getByRole('textbox', { name: 'Number 1', exact: true }), [
      '082 123 0001',
      '27825551439',
    ])
    await expect(dialog.getByRole('textbox', { name: 'Number 2' })).toHaveAccessibleDescription(
      /Not on this list/,
    )
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('what was unblocked in this visit', async () => {
    await unblock(page, '27821230001')
    await page.getByText('Unblocked in this session (1)').click()
    await expect(page.getByRole('button', { name: /^Undo: block \+27 82 123 0001/ })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a colleague’s change', async () => {
    await account.block('company', 'Quiet Cars', ['27821230004'])
    await page.clock.fastForward('00:31')
    await expect(page.getByText(/The list changed: /)).toBeVisible()
    await expectAccessible(page)
  })
})

test('a list of 100,000 numbers is accessible, light and dark', async ({ page, redial }) => {
  test.slow()
  const account = await signedInPartner(page, redial, { companies: ['Many Cars'] })
  const filling = { partnerId: account.id, company: 'Many Cars', count: 100_000 }
  await fillBlocklist(redial.app.database, filling)
  await page.goto('/blocklist')
  const table = page.getByRole('table', { name: 'Numbers blocked for Many Cars' })
  await expect(table).toHaveAttribute('aria-rowcount', '100001', { timeout: 30_000 })
  await expectAccessible(page)
})
