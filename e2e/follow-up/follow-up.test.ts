import type { Locator, Page } from '@playwright/test'
import { addDays } from '../../contract/time/calendar-date.ts'
import { FROM_DASHBOARD } from '../../server/testing/test-gateway.ts'
import { card, toDo, today } from '../overview-page.ts'
import { boxOf } from '../support/box-of.ts'
import { AXE, expectAccessible } from '../support/expect-accessible.ts'
import { openSession } from '../support/open-session.ts'
import { expect, onDemo, onOtherService as test } from '../support/redial.ts'
import {
  colleagueOf,
  EARLIER,
  failedCall,
  HOOK,
  listed,
  OF_RECEIVERS,
  YESTERDAY,
} from './follow-ups.ts'

/** The first row that says what to do. */
const firstJob = (page: Page) => toDo(page).getByRole('listitem').first()

/** The padding of a button at its end, and how much space its text leaves there. */
function spaceIn(button: Locator): Promise<[padding: number, text: number]> {
  return button.evaluate(element => {
    const text = document.createRange()
    text.selectNodeContents(element)
    const end = element.getBoundingClientRect().right
    return [
      Number.parseFloat(getComputedStyle(element).paddingRight),
      end - text.getBoundingClientRect().right,
    ]
  })
}

for (const [width, height, isMobile] of [
  [1440, 900, false],
  [390, 844, true],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height }, isMobile, hasTouch: isMobile })

    test('three receivers are visible and stay in place', async ({ page, otherService }) => {
      listed(otherService, ...OF_RECEIVERS)
      await page.goto('/')
      // Once all days have been read, no row changes its place.
      await expect(
        firstJob(page).getByRole('button', { name: /^(Message|Copy message)/ }),
      ).toBeEnabled()
      const first = firstJob(page)
      const third = toDo(page).getByRole('listitem').nth(2)
      await expect(first.getByRole('button', { name: /^Take / })).toBeEnabled()
      const before = await boxOf(third)
      const bar = isMobile
        ? await boxOf(page.getByRole('navigation', { name: 'Pages of Redial' }))
        : null
      expect(before.bottom).toBeLessThanOrEqual(bar?.y ?? height)
      const send = toDo(page).getByRole('button', { name: /^Send all \d+ events when/ })
      expect((await boxOf(send)).bottom).toBeLessThanOrEqual((await boxOf(first)).y)
      const help = await boxOf(
        toDo(page).getByText('Redial can try one event of each until it arrives'),
      )
      expect(help.width).toBeGreaterThan(200)
      expect(help.bottom).toBeLessThanOrEqual((await boxOf(first)).y)
      await first.getByRole('button', { name: /^Take / }).click()
      await expect(first).toContainText('Taken by you')
      expect(await boxOf(third)).toEqual(before)
      await first.getByRole('button', { name: /^Taken by/ }).click()
      const [padding, text] = await spaceIn(page.getByRole('button', { name: 'Mark as informed' }))
      expect(text).toBeGreaterThanOrEqual(padding)
      await page.getByRole('button', { name: 'Give back' }).click()
      await expect(first.getByRole('button', { name: /^Take / })).toBeVisible()
    })
  })
}

onDemo('two people share a follow-up', AXE, async ({ page: thandi, browser, redial }) => {
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
  await sipho.getByRole('link', { name: 'Replays' }).first().click()
  await sipho.goBack()
  await job(sipho)
    .getByRole('button', { name: /follow-up of/ })
    .click()
  await expect(menu.getByLabel('What the customer was told')).toHaveValue('The calls arrived')
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

  await toDo(thandi)
    .getByRole('button', { name: /^Taken by you/ })
    .click()
  const mine = thandi.getByRole('dialog', { name: 'Follow-up' })
  await mine.getByLabel('What the customer was told').fill('Sipho will call')
  await mine.getByLabel('Note', { exact: true }).fill('I am away tomorrow.')
  const colleagues = mine.getByLabel('Hand over to')
  await colleagues.selectOption('Sipho')
  await expect(colleagues).not.toContainText('Thandi')
  await mine.getByRole('button', { name: 'Save' }).click()
  // It is no longer one of hers, so its row goes once she closes the menu.
  await expect(mine).toContainText('Taken by Sipho')
  await thandi.keyboard.press('Escape')
  await expect(toDo(thandi).getByRole('listitem')).toHaveCount(0)
  await toDo(thandi).getByRole('combobox', { name: 'Follow-up' }).selectOption('Any')
  await expect(job(thandi)).toContainText('Taken by Sipho')
  await expect(job(thandi)).toContainText('by Thandi (Sipho will call) · 2 notes')
  const unknown = sipho.getByText('Redial doesn’t know the follow-up in this link')
  await sipho.goto('/?follow_up=xyz')
  await expect(unknown).toBeVisible()
  await sipho.goto('/?follow_up=mine')
  await expect(job(sipho)).toContainText('Taken by you')
  await expect(unknown).toHaveCount(0)
  await toDo(thandi).getByRole('combobox', { name: 'Follow-up' }).selectOption('Nobody has taken')
  await expect(toDo(thandi)).not.toContainText('Taken by')
  await sipho.context().close()
})

test('the menu of a receiver does not cover its button', async ({ page, otherService }) => {
  listed(otherService, ...OF_RECEIVERS)
  await page.setViewportSize({ width: 1440, height: 700 })
  await page.goto('/')
  const row = toDo(page).getByRole('listitem').nth(1)
  await row.getByRole('button', { name: /^Follow-up of/ }).click()
  const menu = page.getByRole('dialog', { name: 'Follow-up' })
  await expect(menu.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 })
  // A second click closes it, unless it lies over its button.
  await row.getByRole('button', { name: /^Follow-up of/ }).click({ timeout: 2_000 })
  await expect(menu).toBeHidden()
})

test('a follow-up that is done reopens when an event fails', async ({ page, otherService }) => {
  listed(otherService, EARLIER)
  const from = addDays(today(), -1)
  await page.goto(`/failed-calls?view=groups&by=company&from=${from}&to=${today()}`)
  const group = page.getByRole('row').filter({ hasText: HOOK })
  await group.getByRole('button', { name: 'Follow-up of Acme' }).click()
  const menu = page.getByRole('dialog', { name: 'Follow-up' })
  await menu.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(menu.getByRole('button', { name: 'Done', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(menu).toContainText('1 event is still missing.')
  await page.keyboard.press('Escape')
  const filter = page.getByRole('combobox', { name: 'Follow-up' })
  await filter.selectOption('Done')
  await expect(group).toContainText('Done')

  const later = new Date(Date.now() + 1_000).toISOString()
  listed(otherService, failedCall(2, later), EARLIER)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('No group has this follow-up')).toBeVisible()
  await filter.selectOption('Any')
  await expect(group.getByRole('cell').first()).toHaveText('2')
  await page.reload()
  await expect(group).toContainText(/Failed again .*, after it was done/)
})

test('a company shows its receivers’ follow-ups', async ({ page, browser, otherService }) => {
  const hook = 'hooks.zeerust.example/calls'
  await page.clock.install()
  listed(otherService, failedCall(9, YESTERDAY, 'Zeerust', hook))
  await page.goto('/companies/Zeerust')
  const followUp = card(page, 'Follow-up')
  await followUp.getByRole('button', { name: 'Take' }).click()
  await expect(followUp).toContainText('Taken by you')
  await followUp.getByRole('button', { name: 'Give back' }).click()
  await expect(followUp).toContainText('Nobody has taken this company.')

  const job = page.getByRole('listitem').filter({ hasText: '1 failed call since' })
  await job.getByRole('button', { name: `Take ${hook}` }).click()
  await job.getByRole('button', { name: /^Taken by you/ }).click()
  const menu = page.getByRole('dialog', { name: 'Follow-up' })
  await menu.getByLabel('Note', { exact: true }).fill('They look into it')
  await menu.getByLabel('Link of the ticket').fill('https://tickets.example/OPS-8')
  await menu.getByRole('button', { name: 'Save' }).click()
  await expect(menu.getByRole('link', { name: 'Ticket OPS-8' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(followUp).toContainText('Nobody has taken this company.')
  await expect(followUp.getByRole('heading', { name: `Receiver ${hook}` })).toBeVisible()
  await expect(followUp).toContainText('Taken by you · Open')
  await expect(followUp).toContainText('They look into it')
  await expect(followUp.getByRole('link', { name: 'Ticket OPS-8' })).toBeVisible()

  await test.step('an open page shows what a colleague notes about the company and its receivers', async () => {
    const sipho = await colleagueOf(browser, otherService.url, 'any-token')
    for (const [kind, value] of [
      ['receiver', hook],
      ['company', 'Zeerust'],
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

test('Receivers offers no replay of events without payloads', async ({ page, otherService }) => {
  const event = { ...failedCall(9, YESTERDAY), request_json: null }
  listed(otherService, event)
  await page.goto(`/receivers?receiver=${encodeURIComponent(HOOK)}`)
  const panel = page.getByRole('dialog').filter({ hasText: 'Receiver test' })
  await expect(panel.getByText('the service gives no payload for them')).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Replay/ })).toBeDisabled()
})

test('a person takes a receiver on Receivers', AXE, async ({ page, otherService }) => {
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
  await expect(row.getByRole('cell', { name: 'Not known' })).toBeVisible()
})

for (const [path, hook] of [
  ['/?', 'hooks.mthatha.example/calls'],
  ['/failed-calls?view=groups&', 'hooks.qonce.example/calls'],
] as const) {
  test(`a menu stays open when its row matches no longer, ${path}`, async ({
    page,
    otherService,
  }) => {
    listed(otherService, failedCall(9, YESTERDAY, 'Mthatha Auto', hook))
    await page.goto(`${path}from=${addDays(today(), -1)}&to=${today()}&follow_up=untaken`)
    await page.getByRole('button', { name: `Follow-up of ${hook}` }).click()
    const menu = page.getByRole('dialog', { name: 'Follow-up' })
    const rows = page.waitForResponse(answer => answer.url().includes('follow_up=untaken'))
    await menu.getByRole('button', { name: 'Take' }).click()
    await (await rows).finished()
    await menu.getByRole('textbox', { name: 'Note' }).fill('They call back')
    await menu.getByRole('button', { name: 'Save' }).click()
    await expect(menu.getByRole('list', { name: 'Notes' })).toContainText('They call back')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /follow-up of/ })).toHaveCount(0)
  })
}
