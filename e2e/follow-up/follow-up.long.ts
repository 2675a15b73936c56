// Long: other people, other accounts and the service change what a page shows while it is open.
import type { Locator, Page } from '@playwright/test'
import { addDays } from '../../contract/time/calendar-date.ts'
import { FROM_DASHBOARD } from '../../server/testing/test-gateway.ts'
import { card, toDo, today } from '../overview-page.ts'
import { expectEventually } from '../replays/run-page.ts'
import { boxOf } from '../support/box-of.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { endSessionAndClick, openSession } from '../support/open-session.ts'
import { expect, onDemo, onOtherService as test } from '../support/redial.ts'
import {
  colleagueOf,
  EARLIER,
  failedCall,
  keepOpenWithoutRow,
  listed,
  OF_RECEIVERS,
  YESTERDAY,
} from './follow-ups.ts'

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

    // The focus returns to the row. A press takes it away, which must not move what is pressed.
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    const company = rows.nth(1).locator('a[href^="/companies/"]')
    await company.click({ delay: 100 })
    await expect(page).toHaveURL(/companies\/Garden/)
    await page.goBack()
    await expect(rows.first()).toContainText('Garden Route 4x4')
  })
}

onDemo('two people share a follow-up', async ({ page: thandi, browser, redial }) => {
  const { text } = await redial.makeToken()
  const sipho = await colleagueOf(browser, redial.url, text)
  await sipho.clock.install()
  await thandi.goto('/')
  await sipho.goto('/')
  // Somebody may have taken the company of the first one.
  const take = toDo(thandi)
    .getByRole('button', { name: /^Take / })
    .first()
  await expect(take).toBeEnabled()
  // Another row may become the first while days are read.
  const name = (await take.getAttribute('aria-label')) ?? ''
  const job = (page: Page) =>
    toDo(page)
      .getByRole('listitem')
      .filter({ hasText: name.replace('Take ', '') })
  await expect(job(sipho).getByRole('button', { name })).toBeEnabled()

  // His page asks for changes every second until all days are read, then every 30 seconds, but not between these clicks.
  await expect(toDo(sipho)).toContainText('Loaded at')
  await sipho.clock.pauseAt(Date.now() + 1_000)
  await job(thandi).getByRole('button', { name }).click()
  await expect(job(thandi)).toContainText('Taken by you')
  await job(sipho).getByRole('button', { name }).click()
  await sipho.clock.resume()
  await expect(sipho.getByText('Thandi changed this before you: Thandi has taken it')).toBeVisible()
  await expect(job(sipho)).toContainText('Taken by Thandi')

  await job(sipho)
    .getByRole('button', { name: /follow-up of/ })
    .click()
  const menu = sipho.getByRole('dialog', { name: 'Follow-up' })
  await menu.getByRole('button', { name: 'Waiting for the customer' }).click()
  await menu.getByLabel('What the customer was told').fill('The calls arrived')
  await menu.getByRole('button', { name: 'Mark as informed' }).click()
  await expect(menu.getByLabel('What the customer was told')).toHaveValue('')
  await menu.getByLabel('Note', { exact: true }).fill('Their IT renews the certificate today.')
  await menu.getByLabel('Link of the ticket').fill('javascript:alert(1)')
  await menu.getByRole('button', { name: 'Save' }).click()
  await expect(menu.getByRole('alert')).toHaveText(
    'Enter a link that begins with https:// or http://.',
  )
  await expect(menu.getByLabel('Note', { exact: true })).toHaveValue(/certificate today/)
  await menu.getByLabel('Link of the ticket').fill('https://tickets.example/browse/OPS-7')
  await menu.getByRole('button', { name: 'Save' }).click()
  await expect(menu.getByRole('link', { name: 'Ticket OPS-7' })).toBeVisible()
  await expect(menu.getByRole('list', { name: 'Notes' })).toContainText('Sipho')
  await expect(menu.getByLabel('Note', { exact: true })).toHaveValue('')
  await expectAccessible(sipho)

  await thandi.reload()
  const row = job(thandi)
  await expect(row).toContainText(
    /Waiting for the customer · Customer informed .* by Sipho \(The calls arrived\) · 1 note · Ticket OPS-7/,
  )
  await toDo(thandi).getByRole('combobox', { name: 'Follow-up' }).selectOption('Mine')
  await expect(toDo(thandi).getByRole('listitem')).toHaveCount(1)
  await expect(thandi).toHaveURL(/follow_up=mine/)

  await sipho.goto('/?follow_up=xyz')
  await expect(sipho.getByText('Redial doesn’t know the follow-up in this link')).toBeVisible()
  await toDo(thandi).getByRole('combobox', { name: 'Follow-up' }).selectOption('Nobody has taken')
  await expect(toDo(thandi)).not.toContainText('Taken by')
  await sipho.context().close()
})

test('an open page shows what a colleague notes', async ({ page, browser, otherService }) => {
  const hook = 'hooks.zastron.example/calls'
  await page.clock.install()
  listed(otherService, failedCall(9, YESTERDAY, 'Zastron', hook))
  await page.goto('/companies/Zastron')
  const followUp = card(page, 'Follow-up')
  await expect(followUp).toContainText('Nobody has taken this company.')
  const sipho = await colleagueOf(browser, otherService.url, 'any-token')
  for (const [kind, value] of [
    ['receiver', hook],
    ['company', 'Zastron'],
  ]) {
    const data = { kind, value, what: 'note', text: `Noted about the ${kind}` }
    await sipho.request.post('/gateway/follow-ups/notes', { data, headers: FROM_DASHBOARD })
  }
  // The next question whether events have changed. All follow-ups are requested only every 30 seconds.
  await page.clock.fastForward(5_000)
  await expect(followUp).toContainText('Noted about the receiver', { timeout: 10_000 })
  await expect(followUp).toContainText('Noted about the company')
  await sipho.context().close()
})

test('a person without a colleague sees why none is listed', async ({ browser, otherService }) => {
  listed(otherService, EARLIER)
  const token = 'token-of-a-new-account'
  const page = await colleagueOf(browser, otherService.url, token)
  await page.goto('/companies/Acme')
  const colleagues = card(page, 'Follow-up').getByLabel('Hand over to')
  await expect(colleagues).toHaveAccessibleDescription(
    'Colleagues appear here once they have given their name.',
  )
  await openSession(otherService.url, token, 'Thandi')
  await page.reload()
  await expect(colleagues.getByRole('option')).toHaveText(['Choose a colleague', 'Thandi'])
  // The only colleague has it then.
  await colleagues.selectOption('Thandi')
  await card(page, 'Follow-up').getByRole('button', { name: 'Save' }).click()
  await expect(colleagues.getByRole('option')).toHaveText(['Choose a colleague'])
  await page.context().close()
})

test('a person takes a receiver on Receivers', async ({ page, otherService }) => {
  const hook = 'hooks.xolobeni.example/calls'
  listed(otherService, failedCall(9, YESTERDAY, 'Xolobeni', hook))
  await page.goto(`/receivers?receiver=${encodeURIComponent(hook)}`)
  const panel = page.getByRole('dialog').filter({ hasText: 'Receiver test' })
  await expect(panel.getByRole('button', { name: /^Replay/ })).toBeEnabled()
  await panel.getByRole('button', { name: `Take ${hook}` }).click()
  await panel.getByRole('button', { name: /^Taken by you/ }).click()
  const menu = page.getByRole('dialog', { name: 'Follow-up' })
  await menu.getByRole('button', { name: 'Waiting for the customer' }).click()
  await expect(panel.getByText('Waiting for the customer', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: /^Replay/ }).click()
  const receivers = page.getByRole('table', { name: 'Receivers' })
  const row = receivers.getByRole('row').filter({ hasText: hook })
  await expect(row).toContainText('Waiting for the customer · Taken by you')
  await page.goto('/receivers')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Follow-up' }).check()
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Waiting for the customer')
  await expect(row.getByRole('button', { name: /^Taken by you/ })).toBeVisible()
  await expect(row.getByRole('cell', { name: 'None known' })).toBeVisible()
})

test('a menu stays open when its group no longer matches', async ({ page, otherService }) => {
  const hook = 'hooks.qonce.example/calls'
  listed(otherService, failedCall(9, YESTERDAY, 'Qonce Auto', hook))
  await page.goto(`/failed-calls?view=groups&${WEEK}&follow_up=untaken`)
  await keepOpenWithoutRow(page, hook)
})

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
