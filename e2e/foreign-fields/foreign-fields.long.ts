// Long: goes through lists, groups and replays in front of foreign services.
import { telnyxDelivery } from '../../contract/fields/testing/delivery-shapes.ts'
import { addDays, dayOf } from '../../contract/time/calendar-date.ts'
import { pageOf, startServiceWithReceiver } from '../support/other-service.ts'
import { expect, testOnOwn } from '../support/redial.ts'

/* Each test has its own service, because Redial stores the fields with the first page. */

const test = testOnOwn(startServiceWithReceiver)

const today = dayOf(new Date(), 'Africa/Johannesburg')
const LIST = 'GET /v1/call_events_fail/'

/** A minute apart, so that all of them failed today unless a day has just begun. */
const callsTo = (url: string) =>
  Array.from({ length: 12 }, (_, index) => ({
    n: index + 1,
    url,
    at: new Date(Date.now() - (index + 1) * 60_000),
  }))

/** What happened to one call, to be written as a service writes it. */
type Call = { n: number; url: string; at: Date }

const MINUTE = 60_000
const caller = (n: number) => `2782555${1000 + n}`

/** A nested answer, epoch seconds and a payload of its own. */
const foreignItem = (call: Call) => ({
  uid: `evt-${call.n}`,
  endpoint: { id: 7, url: call.url },
  last_response: { status: 401, bytes: 100 + call.n },
  attempts_made: 3,
  failed_ts: Math.floor(call.at.getTime() / 1000),
  request_json: {
    callSid: `CA${call.n}`,
    from: `+${caller(call.n)}`,
    to: '+27105550101',
    startedAt: call.at.getTime() - 40 * MINUTE,
    dealership: `Company ${call.n}.`,
  },
})

test('payloads arrive unchanged after a receiver was confirmed', async ({ page, service }) => {
  const items = callsTo(`${service.receiver.url}/hook`).map(foreignItem)
  service.answers({ [LIST]: [200, pageOf(items)] })
  await page.goto(`/failed-calls?from=${addDays(today, -1)}&to=${today}`)
  const row = page.getByRole('row').filter({ hasText: 'Company 1.' }).first()
  await expect(row).toContainText('Answered 401')
  await row.getByRole('button', { name: 'Replay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send events to this receiver?' })
  await expect(dialog).toContainText(new URL(service.receiver.url).host)
  await expect(dialog).toContainText('Events of Company 1.')
  expect(service.receiver.requests).toHaveLength(0)
  const confirm = dialog.getByRole('button', { name: 'Confirm and replay' })
  await page.context().setOffline(true)
  await confirm.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  expect(service.receiver.requests).toHaveLength(0)
  await page.context().setOffline(false)
  await confirm.click()
  await expect(row).toContainText('Delivered')
  const [sent] = service.receiver.requests
  expect(JSON.parse(sent?.body ?? '')).toEqual(items[0]?.request_json)

  const next = page.getByRole('row').filter({ hasText: 'Company 2.' }).first()
  await next.getByRole('button', { name: 'Replay' }).click()
  await expect(next).toContainText('Delivered')
})

test('a confirmation stays open when a part of the page fails to load', async ({
  page,
  service,
}) => {
  service.answers({ [LIST]: [200, pageOf(callsTo(service.receiver.url).map(foreignItem))] })
  await page.goto(`/failed-calls?from=${addDays(today, -1)}&to=${today}`)
  const row = page.getByRole('row').filter({ hasText: 'Company 1.' }).first()
  await row.getByRole('button', { name: 'Replay' }).click()
  const confirm = page.getByRole('button', { name: 'Confirm and replay' })
  await expect(confirm).toBeVisible()
  await page.context().setOffline(true)
  // As when a part that is loaded in advance fails: the page would reload once the connection is back.
  await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')))
  const looked = page.waitForResponse(response => response.request().method() === 'HEAD')
  await page.context().setOffline(false)
  await looked
  await confirm.click()
  await expect(row).toContainText('Delivered')
})

test('an unsorted list says so, and is sorted by recognised times', async ({ page, service }) => {
  const [newest, ...others] = callsTo(service.receiver.url).map(foreignItem)
  service.answers({ [LIST]: [200, pageOf([...others, newest])] })
  await page.goto(`/failed-calls?from=${addDays(today, -1)}&to=${today}`)
  const header = page.getByRole('columnheader', { name: /^Failed at/ })
  const first = page.getByRole('table', { name: 'Failed calls' }).getByRole('row').nth(1)
  await expect(first).toContainText('Company 2.')
  await expect(header).toHaveAttribute('aria-sort', 'none')
  await header.getByRole('button').first().click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(first).toContainText('Company 1.')
})

/** Deliveries of calls, without what was sent. */
function deliveriesWithoutPayload() {
  const failed = new Date(Date.now() - 60_000)
  return Array.from({ length: 12 }, (_, n) =>
    telnyxDelivery({
      n,
      uuid: `delivery ${n}`,
      caller: `2782555100${n % 10}`,
      started: failed,
      failed,
    }),
  )
}

test('without payloads nothing can be replayed', async ({ page, service }) => {
  service.answers({ [LIST]: [200, pageOf(deliveriesWithoutPayload())] })
  const why = 'service gives no payload for them'
  for (const { name, view, button } of [
    { name: 'all events of a range', view: '', button: /^Replay all 12/ },
    { name: 'all that match', view: '&view=all', button: /^Replay these 12/ },
    { name: 'a group', view: '&view=groups', button: 'Replay this group' },
  ]) {
    await test.step(name, async () => {
      await page.goto(`/failed-calls?from=${addDays(today, -1)}&to=${today}${view}`)
      await expect(page.getByRole('button', { name: button })).toBeDisabled()
      await expect(page.getByTitle(why).or(page.getByText(why))).toBeVisible()
      if (name === 'a group') return
      const row = page.getByRole('table', { name: 'Failed calls' }).getByRole('row').nth(1)
      await expect(row).toContainText('No payload to replay')
      await expect(row.getByRole('link', { name: 'Set its receiver' })).toHaveCount(0)
      await expect(row.getByRole('button', { name: /^Replay/ })).toBeDisabled()
    })
  }
})

test('the first replay to a host asks to check it, and is then sent', async ({ page, service }) => {
  const items = callsTo(`${service.receiver.url}/hook`).map(foreignItem)
  service.answers({ [LIST]: [200, pageOf(items)] })
  await page.goto(`/failed-calls?from=${addDays(today, -1)}&to=${today}`)
  await page.getByRole('button', { name: /^Replay all 12…/ }).click()
  const { host } = new URL(service.receiver.url)
  const receivers = page.getByRole('table', { name: 'Receivers' })
  await expect(receivers.getByRole('row').nth(1)).toContainText(/Company \d+\./)
  await expect(receivers.getByRole('row').nth(1)).toContainText(host)
  await page.getByRole('button', { name: /^Send \d+ events?$/ }).click()
  const question = page.getByRole('dialog', { name: 'Send events to this receiver?' })
  await expect(question).toContainText(host)
  expect(service.receiver.requests).toHaveLength(0)
  await question.getByRole('button', { name: 'Confirm and replay' }).click()
  await expect(page.getByRole('heading', { name: /^\d+ delivered$/ })).toBeVisible()
})

test('bare items are named by their ids and can’t be replayed', async ({ page, service }) => {
  const items = Array.from({ length: 12 }, (_, index) => ({ id: index + 1 }))
  service.answers({ [LIST]: [200, pageOf(items)] })
  await page.goto(`/failed-calls?from=${addDays(today, -1)}&to=${today}`)
  const row = page.getByRole('table', { name: 'Failed calls' }).getByRole('row').nth(3)
  await expect(row).toContainText('Unknown company')
  await expect(row).toContainText('event 3 · can’t be replayed')
  await expect(row.getByRole('checkbox')).toHaveAccessibleName('Select event 3 to Unknown company')
  const replay = row.getByRole('button', { name: 'Replay event 3' })
  await expect(replay).toHaveAccessibleName(/neither a receiver nor a tracking number/)
  await expect(replay).toBeDisabled()
  await replay.click({ force: true })
  await expect(row).toContainText('Still missing')

  await expect(page.getByText('Redial can’t replay these events')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Replay all 12…' })).toBeDisabled()

  await row.getByRole('link', { name: 'Unknown company' }).click()
  const details = page.getByRole('dialog')
  await expect(details).toContainText('Redial can’t send it, because it names neither')
  await expect(details).not.toContainText('A replay shows')
  await expect(details).not.toContainText('Replay the event')
  const inDetails = details.getByRole('button', { name: /^Replay/ })
  await expect(inDetails).toBeDisabled()
  await inDetails.click({ force: true })
  await page.keyboard.press('Escape')
  const runs = await page.request.get('/gateway/replays')
  expect(await runs.json()).toMatchObject({ count: 0 })
})
