import { bar, lookOverAll, openDay, pageBox, rowBoxes } from '../support/look-over-all.ts'
import { expect, test } from './redial-with-receivers.ts'
import { expectEventually, outcome, rowOf } from './run-page.ts'

// A run is as slow as its receivers.
test.describe.configure({ timeout: 180_000 })

test('rows are selected one by one, with Shift, or all at once', async ({ page, service }) => {
  const day = await service.listFailures({ receiver: service.one, count: 45 })
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

  await bar(page).getByRole('button', { name: 'Select all 45 of this range' }).click()
  await expect(bar(page)).toContainText('All 45 selected')
  await bar(page).getByRole('button', { name: 'Clear' }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect(rowBoxes(page).first()).not.toBeChecked()
})

test('a run sends nothing before it starts, and shows outcomes', async ({ page, service }) => {
  const { one, two, listFailures } = service
  const day = await listFailures({ receiver: two, count: 3 }, { receiver: one, count: 25 })
  two.behave(500)
  await lookOverAll(page, day)
  await expect(outcome(page, '28 events will be sent to 2 receivers')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Replay of 28 failed calls' })).toBeVisible()
  const receivers = page.getByRole('table', { name: 'Receivers' })
  const toOne = receivers.getByRole('row').filter({ hasText: one.exception })
  await expect(toOne.getByRole('cell').nth(1)).toHaveText('25')
  expect([...one.requests, ...two.requests]).toHaveLength(0)

  await page.getByRole('button', { name: 'Send 28 events' }).press('Enter')
  await expectEventually(outcome(page, '25 delivered, 3 failed again'))
  await expect(outcome(page, '25 delivered, 3 failed again')).toBeFocused()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '28')
  expect(one.requests).toHaveLength(25)
  expect(two.requests).toHaveLength(3)
  await page.getByRole('link', { name: 'Failed again 3' }).click()
  await expect(page).toHaveURL(/state=failed_again/)
  const events = page.getByRole('table', { name: 'Events of this replay' })
  await expect(events.getByText(/^Failed again: answered 500/)).toHaveCount(3)

  await openDay(page, day, 50)
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
})
