// Long: opens the blocklist as several people, and in front of another service.
import { FROM_DASHBOARD } from '../../server/testing/test-gateway.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { onOtherService } from '../support/redial.ts'
import { openForm } from './block-numbers-form.ts'
import { expect, signedInPartner, test } from './blocklist-account.ts'
import { keepList } from './kept-list.ts'
import { blockWithNote } from './noted-block.ts'

const [ONE, TWO] = ['27825558101', '27825558102']
const BERG = { context: 'company', reference: 'Berg Auto' } as const

test('refused calls are in the list and in the check', async ({ page, redial }) => {
  const { id } = await signedInPartner(page, redial, { companies: ['Berg Auto'] })
  await blockWithNote(page, BERG, [ONE, TWO], {})
  const { db } = redial.app.database
  const list = await db
    .selectFrom('blocklist')
    .select('id')
    .where('partner_id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('refused_check')
    .values({
      blocklist_id: list.id,
      phone_number: ONE,
      day: '2026-11-27',
      count: 7,
      last_at: new Date(),
    })
    .execute()
  await page.goto('/blocklist?entity=Berg+Auto')
  await expect(page.getByRole('columnheader', { name: 'Refused calls' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '+27 82 555 8101' })).toContainText('7 last')
  await page.getByRole('searchbox', { name: /^Find a number/ }).fill(ONE)
  await expect(page.getByText('It refused 7 calls in 90 days')).toBeVisible()
  await page.getByText('History (1)').click()
  await expect(page.getByText(/^Blocked for company Berg Auto by/)).toBeVisible()
  await page.getByRole('button', { name: `Unblock ${ONE}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock', exact: true }).click()
  await expect(page.getByText('History (2)')).toBeVisible()
})

test('a protected number is held back until it is included', async ({ page, redial }) => {
  const account = await signedInPartner(page, redial, { companies: ['Berg Auto'] })
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Protected numbers' })
  await section.getByRole('button', { name: 'Protect number' }).click()
  await expect(section.getByRole('textbox', { name: 'Phone number' })).toHaveAccessibleDescription(
    'Enter one phone number.',
  )
  await section.getByRole('textbox', { name: 'Phone number' }).fill('841234567')
  await expect(section.getByRole('textbox', { name: 'Phone number' })).toHaveAccessibleDescription(
    /^This could be \+27 84 123 4567 .* Start it with 0 or \+\.$/,
  )
  await section.getByRole('textbox', { name: 'Phone number' }).fill('082 555 8101')
  await section.getByRole('textbox', { name: 'Whose it is' }).fill('Head office')
  await section.getByRole('button', { name: 'Protect number' }).click()
  await expect(section.getByRole('listitem')).toContainText('Head office')
  await expectAccessible(page)

  const form = await openForm(page, 'entity=Berg+Auto')
  await form.enter('082 555 8101', TWO)
  await expect(form.numbers).toContainText('Protected in Settings: Head office.')
  await form.submit()
  await expect.poll(() => account.numbersOf('company', 'Berg Auto')).toEqual([TWO])
  await form.dialog.getByRole('button', { name: 'Include number 1' }).click()
  await form.submit()
  await expect.poll(() => account.numbersOf('company', 'Berg Auto')).toEqual([ONE, TWO])

  await page.goto('/settings')
  await section.getByRole('button', { name: `Remove ${ONE}` }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
})

onOtherService('changes past Redial show at another service', async ({ page, otherService }) => {
  const list = keepList(otherService, ['27825558103'], {
    'GET /v2/contact/': [200, [{ reference: 'S', name: 'Sipho', phone_number: '0825558104' }]],
  })
  const acme = { context: 'company', reference: 'ACME' } as const
  await page.request.put('/gateway/session/name', {
    headers: FROM_DASHBOARD,
    data: { name: 'Thandi' },
  })
  await blockWithNote(page, acme, [ONE, TWO], { reason: 'wrong_number' })
  list.numbers.delete(TWO)
  await page.goto('/blocklist')
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await expect(row('+27 82 555 8101')).toContainText('Wrong number')
  await expect(row('+27 82 555 8103')).toContainText('Outside Redial')
  await expect(page.getByRole('columnheader', { name: 'Refused calls' })).toHaveCount(0)
  const field = page.getByRole('searchbox', { name: /^Find a number/ })
  await field.fill(TWO)
  await expect(page.getByText('removed outside Redial, or never added')).toBeVisible()
  await field.fill('27825558103')
  await expect(page.getByText('so who added it and when is unknown')).toBeVisible()
  await expectAccessible(page)

  const form = await openForm(page, 'entity=ACME')
  await form.enter('0825558104')
  await expect(form.numbers).toContainText('This is the number of contact Sipho.')
})
