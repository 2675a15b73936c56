// Long: each test marks events as handled, replays them and reads the list again.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../../support/expect-accessible.ts'
import { startServiceWithReceiver } from '../../support/other-service.ts'
import { testOn } from '../../support/redial.ts'
import { events, rowOf } from '../range-view.ts'
import { expect, filter, list } from './listed-events.ts'

/** On a server of its own: the gateway also counts what the tests of other files have delivered on this day. */
const test = testOn(startServiceWithReceiver)

const LIST = '/failed-calls?from=2026-11-21&to=2026-11-21'

test.beforeEach(({ service }) => {
  service.receiver.behave(200)
  service.receiver.requests.length = 0
})

async function markAsHandled(page: Page, company: string): Promise<void> {
  await rowOf(page, company).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark as handled' }).click()
  await expect(rowOf(page, company)).toContainText('Handled elsewhere')
  await rowOf(page, company).getByRole('checkbox').uncheck()
}

test('a replay skips handled events, and offers to send them', async ({ page, service }) => {
  list(service, [{ company: 'Acme' }, { company: 'Bela' }, { company: 'Ciro' }])
  await page.goto(LIST)
  await markAsHandled(page, 'Acme')
  await page.getByRole('button', { name: 'Replay 2 missing…' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    '2 events will be sent to 1 receiver',
  )
  const skipped = page.getByRole('list', { name: 'Skipped events' })
  await expect(skipped).toContainText('1 event was marked as handled and will be skipped.')
  const items = page.getByRole('table', { name: 'Events of this replay' })
  await expect(items.getByRole('row').filter({ hasText: 'Acme' })).toContainText(
    /Marked as handled by Thandi at \d\d:\d\d:\d\d, will be skipped/,
  )
  await expectAccessible(page)

  await skipped.getByLabel('Send it anyway').check()
  await expect(page.getByRole('button', { name: 'Send 3 events' })).toBeVisible()
  await expect(skipped).toContainText('1 event was marked as handled and will be sent anyway.')
  await skipped.getByLabel('Send it anyway').uncheck()
  await page.getByRole('button', { name: 'Send 2 events' }).click()
  await expect(page.getByRole('heading', { name: '2 delivered, 1 skipped' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Why events were not delivered' })).toContainText(
    /Marked as handled by Thandi on /,
  )
  expect(service.receiver.requests).toHaveLength(2)
})

test('the message counts and undoes only what was marked now', async ({ page, service }) => {
  list(service, [{ company: 'Acme' }, { company: 'Bela' }, { company: 'Ciro' }])
  await page.goto(LIST)
  await markAsHandled(page, 'Acme')
  await rowOf(page, 'Ciro')
    .getByRole('button', { name: /^Replay / })
    .click()
  await expect(rowOf(page, 'Ciro')).toContainText('Delivered')
  for (const company of ['Acme', 'Bela', 'Ciro']) {
    await rowOf(page, company).getByRole('checkbox').check()
  }
  const mark = page.getByRole('button', { name: 'Mark as handled' })
  await mark.click()
  const message = page.getByRole('status').filter({
    hasText: '1 event marked as handled. 1 was already handled, 1 was already delivered.',
  })
  await expect(rowOf(page, 'Bela')).toContainText('Handled elsewhere')
  await mark.click()
  const nothing = page.getByRole('status').filter({
    hasText: 'Nothing was changed. 2 events were already handled, 1 event was already delivered.',
  })
  await expect(nothing).toBeVisible()
  await expect(nothing.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Close message' }).last().click()
  await expect(nothing).toBeHidden()
  await expect(mark).toBeFocused()

  await message.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 event marked as still missing')).toBeVisible()
  await expect(rowOf(page, 'Bela')).toContainText('Still missing')
  await expect(rowOf(page, 'Acme')).toContainText('Handled elsewhere')
})

test('a handled event is replayed only after a confirmation', async ({ page, service }) => {
  list(service, [{ company: 'Acme' }, { company: 'Bela' }])
  await page.goto(LIST)
  await markAsHandled(page, 'Acme')
  const row = rowOf(page, 'Acme')
  const question = page.getByRole('dialog', { name: /^Replay .* to Acme.* anyway\?$/ })
  await row.getByRole('button', { name: /^Replay / }).click()
  await expect(question).toContainText('Thandi marked this event as handled in another way.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await events(page).getByRole('link', { name: 'Acme' }).focus()
  await page.keyboard.press('r')
  service.receiver.behave(500)
  await question.getByRole('button', { name: 'Send it anyway' }).click()
  await expect(row).toContainText('Failed again')
  await expect(row).toContainText('Handled elsewhere')
  expect(service.receiver.requests).toHaveLength(1)
  await page.reload()
  await expect(row).toContainText('Handled elsewhere')
  await expect(filter(page, 'Handled 1')).toBeVisible()

  await events(page).getByRole('link', { name: 'Acme' }).click()
  const details = page.getByRole('dialog')
  await expect(details).toContainText(
    'Nothing. Thandi marked this event as handled in another way.',
  )
  await expect(details.getByRole('listitem').filter({ hasText: 'by Thandi' })).toContainText(
    /Failed again.*answered 500/,
  )
  service.receiver.behave(200)
  await details.getByRole('button', { name: 'Replay', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Replay this event anyway?' })
    .getByRole('button', { name: 'Send it anyway' })
    .click()
  await expect(details).toContainText('Delivered, answered 200')
  await expect(row).toContainText('Delivered')
})
