import type { Locator, Page } from '@playwright/test'
import { addDays } from '../../contract/time/calendar-date.ts'
import { card, toDo, today } from '../overview-page.ts'
import { boxOf } from '../support/box-of.ts'
import { expect, onOtherService as test } from '../support/redial.ts'
import {
  EARLIER,
  failedCall,
  HOOK,
  keepOpenWithoutRow,
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
})

test('a company shows its receivers’ follow-ups', async ({ page, otherService }) => {
  const hook = 'hooks.zeerust.example/calls'
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
})

test('a menu stays open when its row no longer matches', async ({ page, otherService }) => {
  const hook = 'hooks.mthatha.example/calls'
  listed(otherService, failedCall(9, YESTERDAY, 'Mthatha Auto', hook))
  await page.goto('/?follow_up=untaken')
  await keepOpenWithoutRow(page, hook)
})

test('Receivers offers no replay of events without payloads', async ({ page, otherService }) => {
  const event = { ...failedCall(9, YESTERDAY), request_json: null }
  listed(otherService, event)
  await page.goto(`/receivers?receiver=${encodeURIComponent(HOOK)}`)
  const panel = page.getByRole('dialog').filter({ hasText: 'Receiver test' })
  await expect(panel.getByText('the service gives no payload for them')).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Replay/ })).toBeDisabled()
})
