import { AXE, expectAccessible } from '../support/expect-accessible.ts'
import { holdBack } from '../support/hold-back.ts'
import { bar, lookOverAll, openDay, pageBox, rowBoxes } from '../support/look-over-all.ts'
import { expect, test } from './redial-with-receivers.ts'
import { expectEventually, outcome, rowOf } from './run-page.ts'

// A run is as slow as its receivers.
test.describe.configure({ timeout: 180_000 })

test('rows are selected one by one, with Shift, or all at once', async ({ page, service }) => {
  const { one, listFailures } = service
  const other = await listFailures({ receiver: one, count: 3 })
  const day = await listFailures({ receiver: one, count: 45 })
  await openDay(page, day)
  const before = await rowOf(page, 40).boundingBox()
  await rowBoxes(page).nth(1).click()
  await expect(bar(page)).toContainText('1 selected')
  expect(await rowOf(page, 40).boundingBox()).toEqual(before)
  await expect(pageBox(page)).toHaveJSProperty('indeterminate', true)
  await rowBoxes(page)
    .nth(4)
    .click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('4 selected')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('page 2 of 3')).toBeVisible()
  await expect(rowBoxes(page).first()).not.toBeChecked()
  await pageBox(page).click()
  await expect(bar(page)).toContainText('24 selected')
  await expect(pageBox(page)).toBeChecked()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByText('page 1 of 3')).toBeVisible()
  await expect(page.getByRole('row').getByRole('checkbox', { checked: true })).toHaveCount(4)

  await bar(page).getByRole('button', { name: 'Select all 45 of this range' }).click()
  await expect(bar(page)).toContainText('All 45 selected')
  await expect(pageBox(page)).toBeChecked()
  await rowBoxes(page).first().click()
  await expect(bar(page)).toContainText('19 selected')
  await bar(page).getByRole('button', { name: 'Clear' }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect(rowBoxes(page).nth(1)).not.toBeChecked()

  await rowBoxes(page).nth(1).focus()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText('1 selected')
  await page.getByLabel('From').fill(other)
  await page.getByLabel('To').fill(other)
  await expect(page.getByText('3 failed calls, page 1 of 1')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})

test('a run sends nothing before it starts, and shows outcomes', AXE, async ({ page, service }) => {
  const { one, two, listFailures } = service
  const day = await listFailures({ receiver: two, count: 3 }, { receiver: one, count: 25 })
  two.behave(500)
  await openDay(page, day)
  await rowOf(page, 28).getByRole('button', { name: 'Replay' }).click()
  await expectEventually(rowOf(page, 28).filter({ hasText: 'Delivered, answered 200' }))

  await lookOverAll(page, day)
  await expect(outcome(page, '27 events will be sent to 2 receivers')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Replay of 27 failed calls' })).toBeVisible()
  await expect(page.getByLabel('Name of this replay')).toHaveValue(
    /^Company 1\., Company 10\. and others, /,
  )
  await expect(page.getByRole('list', { name: 'Skipped events' })).toContainText(
    '1 event was already delivered by a replay of Thandi and will be skipped.',
  )
  const receivers = page.getByRole('table', { name: 'Receivers' })
  const toOne = receivers.getByRole('row').filter({ hasText: one.exception })
  await expect(toOne.getByRole('cell').nth(1)).toHaveText('24')
  await expect(page.getByRole('link', { name: 'To be sent 27' })).toBeVisible()
  await page.getByRole('link', { name: 'Already delivered 1' }).click()
  const events = page.getByRole('table', { name: 'Events of this replay' })
  await expect(events.getByRole('row')).toHaveCount(2)
  await expect(events).toContainText(
    /Company 28\..*Already delivered by Thandi at [\d:]+, will be skipped/,
  )
  await page.getByRole('checkbox', { name: 'Send it again' }).check()
  await expect(outcome(page, '28 events will be sent to 2 receivers')).toBeVisible()
  await expect(toOne.getByRole('cell').nth(1)).toHaveText('25')
  await expect(events).toContainText('will be sent again')
  await expect(page.getByRole('link', { name: 'To be sent again 1' })).toBeVisible()
  await page.getByRole('link', { name: 'To be sent 27' }).click()
  await expect(page.getByText('27 events, page 1 of 2')).toBeVisible()
  await expect(events.getByText('Will be sent', { exact: true })).toHaveCount(20)
  await page.getByRole('link', { name: 'All 28' }).click()
  await page.reload()
  await expect(outcome(page, '27 events will be sent to 2 receivers')).toBeVisible()
  expect(one.requests).toHaveLength(1)
  expect(two.requests).toHaveLength(0)

  // A preview is not a replay: the list calls it a draft.
  const draft = page.getByRole('row').filter({ hasText: 'Draft, nothing was sent' })
  await page.getByRole('link', { name: 'Replays', exact: true }).click()
  await expect(draft).toHaveCount(1)
  await expect(draft.getByRole('progressbar')).toHaveCount(0)
  await draft.getByRole('link').click()

  await page.getByRole('button', { name: 'Send 27 events' }).press('Enter')
  await expectEventually(outcome(page, '24 delivered, 3 failed again, 1 skipped'))
  await expect(outcome(page, '24 delivered, 3 failed again, 1 skipped')).toBeFocused()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '27')
  expect(one.requests).toHaveLength(25)
  expect(two.requests).toHaveLength(3)
  const causes = page.getByRole('table', { name: 'Why events were not delivered' })
  await expect(causes).toContainText('Answered 500')
  await expect(causes).toContainText('Delivered already')
  await page.getByRole('button', { name: 'Copy message' }).click()
  const message = page.getByRole('textbox', { name: 'Message' })
  await expect(message).toHaveValue('')
  await page.getByLabel('Which company?').selectOption('Company 3. (1)')
  await expect(message).toHaveValue(/The call \(times in SAST\)\n- .*, failed again .*, call 3\n\n/)
  await expect(message).not.toHaveValue(/Company [^3]/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Failed again 3' }).click()
  await expect(page).toHaveURL(/state=failed_again/)
  await expect(events.getByText(/^Failed again: answered 500/)).toHaveCount(3)
  await page.getByRole('link', { name: 'All 28' }).click()
  await expect(page.getByText('28 events, page 1 of 2')).toBeVisible()

  await openDay(page, day, 50)
  await expect(rowOf(page, 28)).toContainText('Delivered, answered 200')
  await expect(rowOf(page, 6)).toContainText('Delivered, answered 200')
  await expect(rowOf(page, 1)).toContainText(/Failed again at .*: answered 500/)
  await expect(bar(page)).toHaveCount(0)
})

test('a few chosen events are sent, and no others', async ({ page, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 30 })
  await openDay(page, day)
  await rowOf(page, 30).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await rowOf(page, 2).getByRole('checkbox').click()
  await bar(page).getByRole('button', { name: 'Replay selected…' }).click()
  await expect(outcome(page, '2 events will be sent to 1 receiver')).toBeVisible()

  // Going back keeps what was selected.
  await page.goBack()
  await expect(bar(page)).toContainText('2 selected')
  await page.goForward()
  await page.getByRole('button', { name: 'Send 2 events' }).click()
  await expectEventually(outcome(page, '2 delivered'))
  const sent = one.requests.map(({ body }) => JSON.parse(body).call_id)
  expect(sent.toSorted()).toEqual([2, 30])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed calls')
  await expect(rowOf(page, 2)).toContainText('Delivered, answered 200')
  await expect(bar(page)).toHaveCount(0)
})

test('a run of a whole range skips what another run is sending', async ({ page, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 25 })
  const answers = holdBack(one)
  await openDay(page, day)
  const all = page.getByRole('button', { name: 'Replay all 25…' })
  await rowOf(page, 24).getByRole('checkbox').click()
  await expect(bar(page)).toBeVisible()
  await expect(all).toHaveCount(0)
  await rowOf(page, 24).getByRole('checkbox').click()
  // As late as possible: a held attempt times out after ten seconds.
  await rowOf(page, 25).getByRole('button', { name: 'Replay' }).click()
  await expect(rowOf(page, 25)).toContainText('Being sent')
  await all.click()
  await expectEventually(outcome(page, '24 events will be sent to 1 receiver'))
  const skippedEvents = page.getByRole('list', { name: 'Skipped events' })
  await expect(skippedEvents).toContainText('1 event is being sent by another replay right now')
  const events = page.getByRole('table', { name: 'Events of this replay' })
  await expect(events.getByRole('link', { name: 'Company 25.' })).toBeVisible()

  answers.open()
  await expectEventually(
    skippedEvents.filter({ hasText: '1 event was already delivered by a replay' }),
  )
  await expect(skippedEvents).not.toContainText('being sent')
  one.behave(200)
  await page.getByRole('button', { name: 'Send 24 events' }).click()
  await expectEventually(outcome(page, '24 delivered, 1 skipped'))
  expect(one.requests).toHaveLength(25)

  await openDay(page, day, 50)
  await rowOf(page, 25).getByRole('link', { name: 'Company 25.' }).click()
  const replays = page.getByRole('region', { name: 'Replays and attempts' }).getByRole('listitem')
  await expect(replays.filter({ hasText: 'Delivered, answered 200' })).toContainText('Sent to')
  await expect(replays.filter({ hasText: 'Skipped: Delivered already' })).not.toContainText(
    'Sent to',
  )
})
