// Long: each test runs replays from lists of hundreds of events.
import { describe, expect, test } from 'vitest'
import { ReplayItems } from '../../../../contract/replay.ts'
import { contentId } from '../../../../contract/text/content-id.ts'
import { answer } from '../../../testing/peers/test-upstream.ts'
import { failedCall } from '../testing/list-upstream.ts'
import { RANGE } from '../testing/replay-client.ts'
import { replaysOfFile } from '../testing/start-replays.ts'

const { upstream, receiver, thandi, pieter, sent } = await replaysOfFile()

/** Decision 23: events without an id from the service are identified by their content. */
describe('events without ids', () => {
  let made = 0

  const event = (call: number) =>
    `{"callback_url":"${receiver.url}","request_json":{"call_id":${call},"name":"M\\u00fcller"}}`
  /** The same event as another answer may contain it. */
  const otherwise = (text: string) => {
    const { request_json, ...rest } = JSON.parse(text)
    const payload = Object.fromEntries(Object.entries(request_json).reverse())
    return JSON.stringify({ request_json: payload, age: '2 minutes', ...rest }, null, 1)
  }
  /** Lists events that no earlier test had. */
  const list = (count: number): string[] => {
    upstream.items = Array.from({ length: count }, () => event(++made))
    return upstream.items.map(contentId)
  }

  test('are sent in a run of the whole range, each with its own webhook-id', async () => {
    const ids = list(120)
    const { id } = await thandi.prepare({ start: true })
    expect((await thandi.settled(id)).counts).toMatchObject({ delivered: 120, skipped: 0 })
    expect(sent().toSorted()).toEqual(ids.toSorted())
    expect(await thandi.eventIds(id)).toEqual(ids)
  })

  test('are found one by one, sent unchanged, and sent again with the same webhook-id', async () => {
    const ids = list(3)
    const [, text = ''] = upstream.items
    const one = { events: [{ id: ids[1] }], start: true }
    const first = await thandi.prepare(one)
    await thandi.settled(first.id)
    expect(receiver.requests[0]?.body).toBe(
      JSON.stringify(JSON.parse(text).request_json).replace('ü', '\\u00fc'),
    )

    upstream.items = upstream.items.map(otherwise)
    const again = await thandi.prepare({ ...one, seen_run_id: first.id })
    await thandi.settled(again.id)
    expect(sent()).toEqual([ids[1], ids[1]])
    const { body } = await thandi.get(`replay-history?list=${RANGE.list}&event_id=${ids[1]}`)
    expect(ReplayItems.parse(body).results.map(({ run_id, state }) => [run_id, state])).toEqual([
      [first.id, 'delivered'],
      [again.id, 'delivered'],
    ])
  })

  test('count as delivered, also for a manager who gets them in another notation', async () => {
    list(4)
    await thandi.replay()
    upstream.items = [...upstream.items.map(otherwise), event(++made)]
    const second = await pieter.prepare()
    expect(second).toMatchObject({ already_delivered: 4, counts: { prepared: 5 } })
    expect((await pieter.replayDraft(second.id)).counts).toMatchObject({ delivered: 1, skipped: 4 })
    expect(new Set(sent()).size).toBe(5)
    expect(sent()).toHaveLength(5)
  })

  test('with identical content are one event, and sent once', async () => {
    const [id] = list(2)
    upstream.items = [...upstream.items, otherwise(upstream.items[0] ?? '')]
    const run = await thandi.prepare({ start: true })
    expect((await thandi.settled(run.id)).counts).toMatchObject({ delivered: 2, skipped: 0 })
    expect(sent().filter(one => one === id)).toHaveLength(1)
  })

  test('are listed together with events whose ids a run cannot store', async () => {
    const ids = [
      '"a\\u0000"',
      '"half \\ud800"',
      '""',
      `"${'x'.repeat(501)}"`,
      '{"$oid":"5"}',
      'true',
    ]
    upstream.items = ids.map(id => event(++made).replace('{', `{"id":${id},`))
    const run = await thandi.prepare({ start: true })
    expect((await thandi.settled(run.id)).counts).toMatchObject({ delivered: 6, skipped: 0 })
    expect(sent().toSorted()).toEqual(upstream.items.map(contentId).toSorted())
  })

  test('a payload that is stored as text is sent as the JSON in it', async () => {
    const payload = `{"call_id": ${++made}, "big": 9007199254740993}`
    upstream.items = [failedCall(`"text-${made}"`, receiver.url, JSON.stringify(payload))]
    await thandi.replay()
    expect(receiver.requests.map(({ body }) => body)).toEqual([payload])
  })

  test('without a payload there is nothing to send, and the run says so', async () => {
    upstream.items = [failedCall(`"none-${++made}"`, receiver.url, 'null')]
    const run = await thandi.prepare()
    expect(run.causes).toMatchObject([{ cause: expect.stringContaining('gives no payload') }])
    expect(run.counts).toMatchObject({ prepared: 0, skipped: 1 })
  })

  test('a list without a count is read to its end, and an endless list as long as it returns new events', async () => {
    const ids = list(250)
    upstream.behave(({ query }, response) => {
      const page = Number(query.get('page'))
      const results = upstream.items.slice((page - 1) * 100, page * 100)
      // Past the end it returns its last page again.
      const given = results.length > 0 ? results : upstream.items.slice(200)
      answer(response, 200, `{"next":"?page=${page + 1}","results":[${given}]}`)
    })
    const run = await thandi.prepare()
    expect(run).toMatchObject({ state: 'ready', counts: { prepared: 250 } })
    expect(await thandi.eventIds(run.id)).toEqual(ids)
    expect(upstream.requests.length).toBeLessThan(10)

    upstream.requests.length = 0
    const missing = await thandi.prepare({ events: [{ id: 'gone' }] })
    expect(missing.counts).toMatchObject({ skipped: 1 })
    expect(upstream.requests.length).toBeLessThan(10)
  })
})
