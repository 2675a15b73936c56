// Long: Overview is read again after each of many replays.
import type { Locator, Page } from '@playwright/test'
import { addDays } from '../contract/time/calendar-date.ts'
import { FROM_DASHBOARD } from '../server/testing/test-gateway.ts'
import { bar, card, failing, toDo, today as todayNow } from './overview-page.ts'
import { boxOf } from './support/box-of.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { failedCall } from './support/listing-service.ts'
import { type Answers, pageOf, startServiceWithReceiver } from './support/other-service.ts'
import { expect, onDemo, testOn } from './support/redial.ts'
import { expectReplay, makeReplay, replayToEnd } from './support/replay-by-request.ts'

const test = testOn(startServiceWithReceiver)
onDemo.use({ demo: 'overview with replays' })

const today = todayNow()

/** A service that lists these failed calls today, and nothing on another day. */
function listedToday(failures: unknown[]): Answers {
  return {
    'GET /v1/call_events_fail/': ({ query }) => [
      200,
      pageOf((query.get('to_date') ?? '') > today ? failures : []),
    ],
    'GET /v1/transcription_events_fail/': [200, pageOf([])],
  }
}

const replay = (page: Page, id: number) =>
  replayToEnd(page, today, { events: [{ id: String(id) }] })

test('Overview starts with what is missing at failing receivers', async ({ page, service }) => {
  const { receiver } = service
  const failures = [1, 2, 3, 4].map(id => ({
    ...failedCall(id, { company: id === 4 ? 'Bela Motors' : 'Acme Cars' }),
    callback_url: `${receiver.url}/hook`,
    failed_at: new Date().toISOString(),
  }))
  await test.step('before anything failed, Receivers is one line', async () => {
    service.answers({
      'GET /v1/call_events_fail/': [200, pageOf([])],
      'GET /v1/transcription_events_fail/': [200, pageOf([])],
    })
    await page.goto('/receivers')
    const none = page.getByText('No receivers yet.')
    await expect(none).toBeVisible()
    expect((await none.boundingBox())?.height).toBeLessThan(60)
    await expectAccessible(page)
  })

  // The gateway has just read that nothing failed today.
  await service.forgetEvents()
  service.answers(listedToday(failures))

  await page.goto('/')
  const job = toDo(page).getByRole('listitem')
  await expect(toDo(page)).toContainText('1 receiver, 1 cause, 4 events.')
  await expect(job).toContainText(/^Acme Cars and Bela Motors.*Failing/)
  await expect(job.getByRole('link', { name: '4 failed calls' })).toBeVisible()

  await test.step('before the first replay, Receivers lists the receivers that fail today', async () => {
    await page.goto('/receivers')
    const table = page.getByRole('table', { name: 'Receivers' })
    const row = table.getByRole('row').nth(1)
    await expect(row.getByRole('rowheader')).toHaveText(
      `Acme Cars and Bela Motors${receiver.exception}/hook/hook`,
    )
    await expect(row.getByRole('cell').first()).toContainText(/^Failing Since .* Last: /)
    await expect(row.getByRole('link', { name: '4 failed calls' })).toBeVisible()
    const doubt = page.getByText('so a failing receiver may have recovered.')
    expect((await boxOf(doubt)).bottom).toBeLessThanOrEqual((await boxOf(table)).y)
    expect((await row.boundingBox())?.y).toBeLessThan(300)
    await expectReceiverColumns(page, 'Failing')
    await expectAccessible(page)
  })

  await test.step('the details of a receiver lead to the events that it still lacks', async () => {
    await page.getByRole('link', { name: `${receiver.exception}/hook` }).click()
    const details = page
      .getByRole('dialog')
      .getByRole('region', { name: 'Still missing from the last 7 days' })
    await expect(page.getByRole('dialog')).toContainText('Failing')
    await expectAccessible(page)
    await details.getByRole('link', { name: '4 failed calls' }).click()
    await expect(page).toHaveURL(/\/failed-calls\?.*receiver=.*state=missing/)
    await page.goto('/')
  })

  await test.step('a replay that arrives and a mark count as recovered', async () => {
    await replay(page, 1)
    const marked = await page.request.post('/gateway/handled-events', {
      headers: FROM_DASHBOARD,
      data: {
        list: 'call_events_fail',
        from_date: today,
        to_date: addDays(today, 1),
        events: [{ id: '2' }],
      },
    })
    expect(marked.status()).toBe(200)
    await page.reload()
    await expect(card(page, 'Today')).toContainText('4 failed calls today2 still missing')
    await expect(bar(page, 'call_events_fail', 0)).toHaveAccessibleName(/: 4 failed calls, 2 still/)
    await expect(toDo(page)).toContainText(
      '1 receiver has recovered and still misses 2 events: Acme Cars.',
    )
    const all = toDo(page).getByRole('button', { name: 'Replay all 2 events of 1 receiver' })
    await expect(all).toBeEnabled()
    expect((await boxOf(all)).bottom).toBeLessThanOrEqual((await boxOf(job)).y)
    await expect(toDo(page)).toContainText('Recovered, so these can be replayed now')
    await expect(job).toContainText(
      /Delivered again since .*2 failed calls.*Recovered.*Replay 2 calls/,
    )
    await expect(job.getByRole('link', { name: '2 failed calls' })).toBeVisible()
  })

  await test.step('the row leads to the receiver, which Receivers finds by name and state', async () => {
    await job.getByRole('link', { name: `${receiver.exception}/hook` }).click()
    await expect(page).toHaveURL(/\/receivers\?receiver=/)
    await expect(page.getByRole('dialog')).toContainText('Replays to this receiver')
    await expect(page.getByRole('dialog')).toHaveAccessibleName(/^Acme Cars and Bela Motors/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectReceiverColumns(page, 'Recovered')
    const table = page.getByRole('table', { name: 'Receivers' })
    await expect(table.getByRole('row').nth(1)).toContainText(/Recovered Since .*2 failed calls/)
    await expect(table.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('4')
    await expect(table.getByRole('rowheader')).toHaveText(/^Acme Cars and Bela Motors/)
    await page.getByRole('searchbox', { name: 'Find a receiver' }).fill('bela')
    await expect(page.getByText('1 receiver, page 1 of 1')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Find a receiver' }).fill('')
    const state = page.getByRole('group', { name: 'State' })
    await state.getByRole('button', { name: 'Recovered 1' }).click()
    await expect(page).toHaveURL(/state=recovered/)
    await expect(table.getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
    await page.getByRole('searchbox', { name: 'Find a receiver' }).fill('elsewhere')
    await expect(page.getByText('No matching receivers')).toBeVisible()
    await page.getByRole('button', { name: 'Show all receivers' }).click()
    await expect(table.getByRole('row')).toHaveCount(2)
    await page.goto('/')
  })

  await test.step('the chart has both parts, and the job leads to what is missing', async () => {
    await expect(
      page.getByRole('link', { name: '2 of 4 failed calls still missing' }),
    ).toBeVisible()
    await job.getByRole('link', { name: '2 failed calls' }).click()
    await expect(page).toHaveURL(/\/failed-calls\?.*state=missing/)
    await expect(
      page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Still missing 2' }),
    ).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('that list shows the worst receiver of the week, and that it has recovered', async () => {
    const worst = page.getByRole('table', { name: 'Groups of failures' }).getByRole('row').nth(1)
    await expect(worst).toContainText(`${receiver.exception}/hook`)
    await expect(worst).toContainText('Recovered')
  })
})

test('one draft has all that recovered receivers still miss', async ({ page, service }) => {
  const { receiver } = service
  const failures = ['one', 'one', 'two', 'two', 'three'].map((path, at) => ({
    ...failedCall(at + 11, { company: `Company ${path}` }),
    callback_url: `${receiver.url}/${path}`,
    failed_at: new Date().toISOString(),
  }))
  await service.forgetEvents()
  service.answers(listedToday(failures))
  await page.goto('/')
  await expect(toDo(page).getByRole('listitem')).toHaveCount(3)
  await replay(page, 11)
  await replay(page, 13)
  await page.reload()
  await expect(toDo(page)).toContainText('2 receivers have recovered and still miss 2 events')
  const button = toDo(page).getByRole('button', { name: 'Replay all 2 events of 2 receivers' })
  await expectAccessible(page)
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize(before)
  await button.click()
  await expect(
    page.getByRole('heading', { name: '2 events will be sent to 2 receivers' }),
  ).toBeVisible()
  await expect(page.getByRole('table', { name: /receiver/i })).not.toContainText('Company three')
})

test('a replay that only looks for later failures isn’t waiting', async ({ page, service }) => {
  const { receiver } = service
  receiver.behave(200)
  const failure = { ...failedCall(31), callback_url: `${receiver.url}/seven` }
  await service.forgetEvents()
  service.answers(listedToday([{ ...failure, failed_at: new Date().toISOString() }]))
  const id = await makeReplay(page, today, { events: [{ id: '31' }] })
  await expectReplay(page, id, { state: 'ready' })
  service.hold('GET /v1/call_events_fail/')
  await page.request.post(`/gateway/replays/${id}/orders`, {
    headers: FROM_DASHBOARD,
    data: { with_later_failures: true },
  })
  await expect
    .poll(async () => (await page.request.get('/gateway/orders')).json())
    .toMatchObject({ results: [{ run_id: id, state: 'reading', events: 0 }] })
  await page.goto('/replays/waiting')
  await expect(page.getByRole('table', { name: 'Waiting replays' })).toContainText('Nothing waits')
  await expect(page.getByRole('navigation', { name: 'Replays' })).toHaveText('AllWaiting')
  await page.goto('/')
  await expect(card(page, 'Today')).toBeVisible()
  await expect(page.getByText('waiting to recover')).toHaveCount(0)
  service.release()
})

onDemo('a receiver that a replay has paused leads to the replay', async ({ page }) => {
  await page.goto('/')
  const row = failing(page)
  await row.getByRole('button', { name: /^Replay \d+/ }).click()
  await page.getByRole('button', { name: /^Send \d+ events$/ }).click()
  await expect(page.getByRole('heading', { name: /1 receiver paused/ })).toBeVisible()
  await page.goto('/')
  await expect(row).toContainText(/\d+ events wait in a paused replay/)
  await row.getByRole('link', { name: /^\d+ events$/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
})

// The last test, because some receivers have recovered after it.
onDemo('two clicks let all failing receivers wait with all their events', async ({ page }) => {
  await page.goto('/')
  const send = toDo(page).getByRole('button', {
    name: /^Send .* events? when (it|they) recovers?$/,
  })
  await expect(toDo(page)).toContainText(/\d+ failing receivers still miss \d+ events\./)
  await expectAccessible(page)
  await send.click()
  await page.getByRole('button', { name: 'Send when they recover' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Replay of \d+ failed calls and \d+ failed AI events$/,
  )
  // Each receiver has been tried.
  await expect(page.getByRole('heading', { name: /^(?!Sending).*waiting for \d+/i })).toBeVisible()
  await page.goto('/')
  await expect(toDo(page).getByRole('heading', { name: 'Waiting for recovery' })).toBeVisible()
  await expect(
    page.getByRole('link', { name: /^\d+ receivers? waiting to recover$/ }),
  ).toBeVisible()
  const waiting = toDo(page)
    .getByRole('listitem')
    .filter({ hasText: 'will be replayed when it recovers' })
    .first()
  await expect(waiting).toContainText(/it recovers, if that is before \d+ \w+, \d\d:\d\d/)
  await expect(waiting.getByRole('button', { name: 'Message' })).toBeVisible()
  await expect(waiting.getByRole('button', { name: /^Replay/ })).toHaveCount(0)
  await expect(send).toHaveCount(0)
  await expectAccessible(page)
  await waiting.getByRole('link', { name: 'Show replay' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: /^Cancelled/ })).toBeVisible()
})

/** The company of the receiver ends before its state, in windows of any width that has columns. */
async function expectReceiverColumns(page: Page, state: string) {
  const row = page.getByRole('table', { name: 'Receivers' }).getByRole('row').nth(1)
  const chip = row.getByText(state, { exact: true })
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const width of [1440, 1280, 820, 700]) {
    await page.setViewportSize({ ...before, width })
    await expect(chip).toBeVisible()
    const company = await row.getByRole('rowheader').boundingBox()
    const drawn = await chip.boundingBox()
    expect((company?.x ?? 0) + (company?.width ?? 0)).toBeLessThanOrEqual(drawn?.x ?? 0)
    // Wide enough for a word of it.
    expect(company?.width).toBeGreaterThan(120)
  }
  await page.setViewportSize({ ...before, width: 390 })
  const top = async (element: Locator) => Math.round((await element.boundingBox())?.y ?? 0)
  const states = page.getByRole('group', { name: 'State' })
  expect(await top(states.getByRole('button', { name: 'All' }))).toBe(
    await top(states.getByRole('button', { name: 'Quiet' })),
  )
  await page.setViewportSize(before)
}
