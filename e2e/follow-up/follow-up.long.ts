// Long: other people, other accounts and the service change what a page shows while it is open.
import type { Locator, Page } from '@playwright/test'
import { addDays } from '../../contract/time/calendar-date.ts'
import { card, toDo, today } from '../overview-page.ts'
import { expectEventually } from '../replays/run-page.ts'
import { boxOf } from '../support/box-of.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { endSessionAndClick } from '../support/open-session.ts'
import { expect, onOtherService as test } from '../support/redial.ts'
import { colleagueOf, EARLIER, failedCall, listed, OF_RECEIVERS, YESTERDAY } from './follow-ups.ts'

test('Overview names what was handed over to a person', async ({ page, browser, otherService }) => {
  const hook = 'hooks.yzerfontein.example/calls'
  listed(otherService, ...OF_RECEIVERS, failedCall(999, YESTERDAY, 'Yzerfontein', hook))
  const sipho = await colleagueOf(browser, otherService.url, 'any-token')
  await page.goto('/companies/Yzerfontein')
  const followUp = card(page, 'Follow-up')
  await followUp.getByLabel('Hand over to').selectOption('Sipho')
  await followUp.getByLabel('Link of the ticket').fill('https://tickets.example/OPS-9')
  await followUp.getByRole('button', { name: 'Save' }).click()
  await expect(followUp).toContainText('Taken by Sipho')

  await sipho.goto('/')
  const filter = toDo(sipho).getByRole('combobox', { name: 'Follow-up' })
  const news = toDo(sipho).getByRole('status').filter({ hasText: 'Yzerfontein' })
  await expect(news).toContainText(/Thandi handed .*Yzerfontein.* over to you\./)
  const { bottom } = await boxOf(filter)
  expect((await boxOf(news)).y - bottom).toBeGreaterThanOrEqual(8)
  await expectAccessible(sipho)
  await toDo(sipho).getByRole('link', { name: 'Show what is yours' }).click()
  const row = toDo(sipho).getByRole('listitem').filter({ hasText: hook })
  await expect(row).toContainText('Yzerfontein: taken by you · Ticket OPS-9')
  await sipho.getByRole('button', { name: /^Notices/ }).click()
  const bell = sipho.getByRole('region', { name: 'Your notices' })
  const notice = bell.getByRole('listitem').filter({ hasText: 'handed Yzerfontein over to you' })
  await notice.getByRole('link', { name: 'Show' }).click()
  await expect(sipho.getByRole('heading', { level: 1 })).toHaveText('Yzerfontein')
  await sipho.goBack()
  await expect(row.getByRole('button', { name: /^Take / })).toHaveCount(0)
  await row.getByRole('button', { name: `Taken by you, follow-up of ${hook}` }).click()
  const menu = sipho.getByRole('dialog', { name: 'Follow-up' })
  await expect(menu).toContainText('Its company Yzerfontein: taken by you')
  await expect(menu).toContainText('This receiver: not taken separately')
  await sipho.context().close()
})

const WEEK = `from=${addDays(today(), -6)}&to=${today()}`
const SORTED_LISTS: [name: string, url: string, rows: (page: Page) => Locator][] = [
  ['Overview', '/', page => toDo(page).getByRole('listitem')],
  [
    'groups',
    `/failed-calls?view=groups&${WEEK}`,
    page => page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Take / }) }),
  ],
]

for (const [name, url, rowsOf] of SORTED_LISTS) {
  test(`rows of ${name} keep their order under a menu`, async ({ page, context, otherService }) => {
    // The page asks every few seconds whether events have changed.
    await page.clock.install()
    listed(otherService, ...OF_RECEIVERS.slice(37, 42))
    await page.goto(url)
    const rows = rowsOf(page)
    await expect(rows.first()).toContainText('Umhlanga Pre-Owned')
    await rows
      .first()
      .getByRole('button', { name: /^Follow-up of/ })
      .click()
    const menu = page.getByRole('dialog', { name: 'Follow-up' })
    await menu.getByLabel('Note', { exact: true }).fill('They look into it')

    listed(otherService, ...OF_RECEIVERS.slice(37, 52))
    const colleague = await context.newPage()
    await colleague.goto(`/failed-calls?view=groups&${WEEK}`)
    await colleague.getByRole('button', { name: 'Refresh' }).click()
    await colleague.close()
    await expectEventually(rows.nth(1).filter({ hasText: '12 ' }))
    await expect(menu).toBeVisible()
    await expect(rows.first()).toContainText('Umhlanga Pre-Owned')

    await page.getByRole('heading', { level: 1 }).click()
    await expect(rows.first()).toContainText('Garden Route 4x4')
  })
}

test('another account does not get a follow-up’s draft', async ({ browser, otherService }) => {
  listed(otherService, EARLIER)
  // The session of other tests stays.
  const token = 'token-of-a-typist'
  const page = await colleagueOf(browser, otherService.url, token)
  const followUp = card(page, 'Follow-up')
  const message = followUp.getByLabel('What the customer was told')
  const note = followUp.getByRole('textbox', { name: 'Note' })
  const endSession = () => endSessionAndClick(page.getByRole('link', { name: 'Overview' }))
  const enter = async (token: string) => {
    await expect(page).toHaveURL(/\/sign-in/)
    await page.getByLabel('API token').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await toDo(page).getByRole('link', { name: 'Acme', exact: true }).click()
  }
  await page.goto('/companies/Acme')
  await message.fill('The calls will arrive')
  await note.fill('Call them on Monday')
  await endSession()
  await enter('token-of-another-account')
  await expect(message).toHaveValue('')
  await expect(note).toHaveValue('')
  await endSession()
  await enter(token)
  await expect(message).toHaveValue('The calls will arrive')
  await expect(note).toHaveValue('Call them on Monday')
  await page.context().close()
})
