// Long: each test runs replays to receivers that were set.
import { expect, test } from 'vitest'
import { ReceiverOutcomes, Receivers } from '../../../contract/receiver.ts'
import type { ReplayClient } from '../replays/testing/replay-client.ts'
import { replaysOfFile } from '../replays/testing/start-replays.ts'

const { upstream, receiver, thandi, pieter, client } = await replaysOfFile()

/** Two receivers on the same host. */
const named = `${receiver.url}/named`
const chosen = `${receiver.url}/chosen`

/** The ids of the events that arrived at a receiver. */
const arrivedAt = (url: string) =>
  receiver.requests
    .filter(({ path }) => path === new URL(url).pathname)
    .map(({ headers }) => headers['webhook-id'])
    .toSorted()

/** The results of a run of these events, by their ids. */
async function replay(who: ReplayClient, ...listed: { id: number; [field: string]: unknown }[]) {
  upstream.items = listed.map(event => JSON.stringify(event))
  const events = listed.map(({ id }) => ({ id: String(id) }))
  const { id } = await who.prepare({ events, start: true, include: ['already_delivered'] })
  const details = await who.settled(id)
  return { details, items: new Map((await who.items(id)).map(item => [item.event_id, item])) }
}
const event = (id: number, tracking_number: unknown, callback_url?: string | null) => ({
  id,
  callback_url,
  request_json: { call_id: id, tracking_number },
})
const setReceiver = (number: string, url: string, who = thandi) =>
  who.send('PUT', `receivers/${encodeURIComponent(number)}`, { url })
const removeReceiver = (number: string) => thandi.send('DELETE', `receivers/${number}`)

async function outcomesOf(who: ReplayClient, name: string) {
  const { body } = await who.get(`receivers/outcomes?receiver=${encodeURIComponent(name)}`)
  return ReceiverOutcomes.parse(body)
}

test('an event without a receiver goes to the receiver that is set for its tracking number', async () => {
  await setReceiver('+27 21 555 0100', chosen)
  const { items } = await replay(
    thandi,
    event(1, '27215550100'),
    event(2, '+27 (21) 555-0100', null),
    event(3, 27215550100, ''),
    event(4, '27215550100', named),
  )
  expect([...items.values()].map(item => item.state)).toEqual(Array(4).fill('delivered'))
  expect(items.get('1')?.receiver_url).toBe(chosen)
  expect(arrivedAt(chosen)).toEqual(['1', '2', '3'])
  // The event's own receiver takes precedence.
  expect(arrivedAt(named)).toEqual(['4'])
  await removeReceiver('27215550100')
})

test('a number without its country code has the setting of the same number with it', async () => {
  await setReceiver('010 555 0142', chosen)
  const { items } = await replay(thandi, event(5, '+27 10 555 0142'), event(6, '(010) 555 0142'))
  expect([...items.values()].map(item => item.receiver_url)).toEqual([chosen, chosen])
  // The same form takes precedence.
  await setReceiver('27105550142', named)
  const both = await replay(thandi, event(7, '27105550142'), event(8, '0105550142'))
  expect(both.items.get('7')?.receiver_url).toBe(named)
  expect(both.items.get('8')?.receiver_url).toBe(chosen)
  await removeReceiver('0105550142')
  await removeReceiver('27105550142')
})

test('an event whose tracking number has no receiver is skipped, with a note where to set one', async () => {
  await setReceiver('27215550100', chosen)
  await setReceiver('27215550199', chosen, pieter)
  const { details, items } = await replay(thandi, event(11, '27215550199'), event(12, undefined))
  expect(items.get('11')).toMatchObject({
    state: 'skipped',
    receiver_url: null,
    reason: expect.stringMatching(/names no receiver.*tracking number in Settings/),
  })
  expect(items.get('12')?.reason).toMatch(/neither a receiver nor a tracking number/)
  expect(details.counts).toMatchObject({ skipped: 2, delivered: 0 })
  expect(receiver.requests).toEqual([])
})

test('a tracking number that the database cannot store does not prevent the other events', async () => {
  const { items } = await replay(thandi, event(31, '27\0', null), event(32, '27105550142', named))
  expect(items.get('31')?.state).toBe('skipped')
  expect(items.get('32')?.state).toBe('delivered')
})

test('an event whose receiver is not a web address does not prevent the other events', async () => {
  const odd = ['javascript:alert(1)', 'mailto:calls@acme.example', 'no address', '\ud800']
  const { items } = await replay(
    thandi,
    ...odd.map((url, index) => event(41 + index, undefined, url)),
    event(49, undefined, named),
  )
  expect(items.get('49')?.state).toBe('delivered')
  expect([41, 42, 43, 44].map(id => items.get(String(id))?.state)).toEqual(
    Array(4).fill('failed_again'),
  )
  expect(items.get('41')?.attempts[0]?.error).toMatch(/must begin with https/)
})

test("a receiver's outcomes are the account's replays to it, newest first", async () => {
  const name = `${receiver.exception}/fresh`
  const url = `https://${name}`
  expect(await outcomesOf(thandi, name)).toEqual({
    receiver: name,
    last_24_hours: { delivered: 0, failed: 0 },
    last_7_days: { delivered: 0, failed: 0 },
    recent: [],
  })

  receiver.behave(500)
  await replay(thandi, event(21, null, url))
  receiver.behave(200)
  await replay(thandi, event(21, null, url), event(22, '27105550142', url))
  const outcomes = await outcomesOf(thandi, name)
  expect(outcomes).toMatchObject({
    receiver: name,
    last_24_hours: { delivered: 2, failed: 1 },
    last_7_days: { delivered: 2, failed: 1 },
  })
  expect(outcomes.recent).toHaveLength(3)
  expect(new Set(outcomes.recent.map(({ run_id }) => run_id)).size).toBe(2)
  expect(outcomes.recent.find(({ event_id }) => event_id === '22')?.call).toEqual({
    company: null,
    caller_number: null,
    tracking_number: '27105550142',
    at: null,
  })
  expect(outcomes.recent[2]).toMatchObject({
    list: 'call_events_fail',
    event_id: '21',
    call: null,
    delivered: false,
    status: 500,
    error: expect.stringContaining('500'),
  })
  expect(outcomes.recent[0]).toMatchObject({ delivered: true, status: 200, error: null })
  expect((await outcomesOf(pieter, name)).recent).toEqual([])
  expect((await outcomesOf(thandi, 'other.example')).recent).toEqual([])
})

test('customers who share a host are separate receivers by their paths, whatever the query', async () => {
  const sipho = client('c'.repeat(40))
  const nameOf = (path: string) => `${receiver.exception}${path}`
  const to = (path: string) => `https://${nameOf(path)}`

  receiver.behave(500)
  const { details } = await replay(
    sipho,
    event(51, null, to('/acme')),
    event(52, null, to('/acme/?call=52')),
    event(53, null, to('/bela')),
  )
  expect(details.receivers.map(({ receiver, counts }) => [receiver, counts.failed_again])).toEqual([
    [nameOf('/acme'), 2],
    [nameOf('/bela'), 1],
  ])
  const known = async () => Receivers.parse((await sipho.get('receivers/all')).body).results
  expect(await known()).toMatchObject([
    { receiver: nameOf('/acme'), state: 'failing', failures: 2, last_delivery: null },
    { receiver: nameOf('/bela'), state: 'failing', failures: 1 },
  ])

  receiver.behave(200)
  await replay(sipho, event(51, null, to('/acme')))
  await replay(sipho, event(52, null, to('/acme/?call=52')))
  const recovered = await outcomesOf(sipho, nameOf('/acme'))
  expect(recovered.last_24_hours).toEqual({ delivered: 2, failed: 2 })
  const [last, first] = recovered.recent
  expect(await known()).toMatchObject([
    { receiver: nameOf('/bela'), state: 'failing' },
    {
      receiver: nameOf('/acme'),
      state: 'recovered',
      last_delivery: last?.at,
      recovered_at: first?.at,
    },
  ])
  const stranger = client('d'.repeat(40))
  expect((await stranger.get('receivers/all')).body).toEqual({ results: [] })
  expect((await outcomesOf(sipho, receiver.exception)).recent).toEqual([])
})
