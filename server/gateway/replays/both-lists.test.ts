import { expect, test } from 'vitest'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { receiverName } from '../../../contract/receiver.ts'
import { ReplayRun } from '../../../contract/replay.ts'
import { LaterFailures } from '../../../contract/standing-order.ts'
import { eventually } from '../../testing/eventually.ts'
import { failedCall } from './testing/list-upstream.ts'
import { RANGE, type ReplayClient } from './testing/replay-client.ts'
import { replaysOfFile } from './testing/start-replays.ts'

/* Runs of calls and AI events. Both lists use the same ids, as those of a foreign service may. */

const { upstream, receiver, client, listIn, sentPayloads } = await replaysOfFile()
const calls = 'call_events_fail'
const aiEvents = 'transcription_events_fail'

let people = 0
/** Somebody whose account has read nothing yet. */
const anybody = () => client(String(++people).padStart(40, 'e'))

/** Each event of a run with its list, in their order. */
async function listed(who: ReplayClient, id: string) {
  return (await who.items(id)).map(({ list, event_id }) => [list, event_id])
}

test('a run of both lists has the events of each and sends each once', async () => {
  const who = anybody()
  const payloads = listIn([calls, aiEvents, calls])
  const { id, ...draft } = await who.prepare({ list: null })
  expect(draft).toMatchObject({
    list: null,
    state: 'ready',
    counts: { prepared: 3 },
    lists: [
      { list: calls, counts: { prepared: 2 }, already_delivered: 0 },
      { list: aiEvents, counts: { prepared: 1 }, already_delivered: 0 },
    ],
  })
  const lists = (await listed(who, id)).map(([list]) => list)
  expect(lists).toEqual([calls, calls, aiEvents])
  expect((await who.replayDraft(id)).counts.delivered).toBe(3)
  expect(sentPayloads().toSorted()).toEqual(payloads.toSorted())
})

test('a run of both lists skips an event that one list’s run delivered, and sends the other list’s event with the same id', async () => {
  const who = anybody()
  const [call, aiEvent] = listIn([calls, aiEvents])
  await who.replay()
  const both = await who.prepare({ list: null })
  expect(both.lists).toMatchObject([
    { list: calls, already_delivered: 1 },
    { list: aiEvents, already_delivered: 0 },
  ])
  expect((await who.replayDraft(both.id)).counts).toMatchObject({ delivered: 1, skipped: 1 })
  expect(sentPayloads()).toEqual([call, aiEvent])
})

test('each list shows the state that a run of both has given its events', async () => {
  const who = anybody()
  const [call] = listIn([calls, aiEvents])
  receiver.behave(request => (request.body === call ? 200 : 500))
  const { id } = await who.replay({ list: null })
  const stateIn = async (list: FailedEventList) => {
    const items = (await who.items(id)).filter(item => item.list === list)
    const event_ids = items.map(({ event_id }) => event_id)
    return (await who.states(event_ids, list)).results?.map(({ state }) => state)
  }
  expect([await stateIn(calls), await stateIn(aiEvents)]).toEqual([['delivered'], ['failed_again']])
})

test('what failed again in both lists is replayed again together', async () => {
  const who = anybody()
  const payloads = listIn([calls, aiEvents])
  receiver.behave(422)
  const { id } = await who.replay({ list: null })
  receiver.behave(200)
  receiver.requests.length = 0
  const again = await who.change(id, 'again')
  expect(await who.leaves(again.id, ['reading'])).toMatchObject({
    list: null,
    lists: [{ list: calls }, { list: aiEvents }],
  })
  await who.replayDraft(again.id)
  expect(sentPayloads().toSorted()).toEqual(payloads.toSorted())
})

test('a search and filters find events of both lists, and later failures of both are counted', async () => {
  const who = anybody()
  listIn([calls, aiEvents])
  const search = { ...RANGE, list: null, events: { matching: {} } }
  // Nobody has read these days.
  expect((await who.post('replays', search)).status).toBe(409)
  await eventually(async () => (await who.post('replays', search)).status === 201)
  const { id } = await who.prepare(search)
  expect(await listed(who, id)).toHaveLength(2)
  const earlier = { items: upstream.items, aiItems: upstream.aiItems ?? [] }
  listIn([calls, aiEvents, aiEvents])
  const failed_at = new Date(Date.now() + 1_000).toISOString()
  const later = (item: string) => item.replace('{', `{"failed_at":"${failed_at}",`)
  upstream.items = [...upstream.items.map(later), ...earlier.items]
  upstream.aiItems = [...(upstream.aiItems ?? []).map(later), ...earlier.aiItems]
  const path = `replays/${id}/later-failures`
  await eventually(async () => LaterFailures.parse((await who.get(path)).body).count === 3)
  const { body } = await who.post(path)
  const draft = await who.leaves(ReplayRun.parse(body).id, ['reading'])
  expect(draft.lists).toMatchObject([
    { list: calls, counts: { prepared: 1 } },
    { list: aiEvents, counts: { prepared: 2 } },
  ])
})

test('a search by several receivers finds the events of both lists for these alone', async () => {
  const who = anybody()
  const item = (id: number, path: string) => failedCall(id, `${receiver.url}${path}`)
  upstream.items = [item(9401, '/one'), item(9402, '/two'), item(9403, '/three')]
  upstream.aiItems = [item(9404, '/two')]
  const receivers = ['/one', '/two'].map(path => receiverName(`${receiver.url}${path}`))
  const search = { ...RANGE, list: null, events: { matching: { receivers, state: 'missing' } } }
  await eventually(async () => (await who.post('replays', search)).status === 201)
  const { id, receiver_count } = await who.prepare(search)
  expect(receiver_count).toBe(2)
  expect((await listed(who, id)).toSorted()).toEqual([
    [calls, '9401'],
    [calls, '9402'],
    [aiEvents, '9404'],
  ])
})

test('the report of a run has the events of both lists', async () => {
  const who = anybody()
  listIn([aiEvents, calls])
  const { id } = await who.replay({ list: null })
  const lines = await who.text(`replays/${id}/report`)
  expect(lines.map(line => JSON.parse(line))).toMatchObject([
    { list: calls, state: 'delivered', delivery: { run_id: id } },
    { list: aiEvents, state: 'delivered', delivery: { run_id: id } },
  ])
})

test('named events of both lists need the list of each', async () => {
  const who = anybody()
  listIn([calls, aiEvents])
  const [, id] = /"id":(\d+)/.exec(upstream.items[0] ?? '') ?? []
  const ask = (events: object[]) => who.post('replays', { ...RANGE, list: null, events })
  expect(await ask([{ id }, { id, list: calls }])).toEqual({
    status: 400,
    body: { events: ['Name the list of each event, or one list for all of them.'] },
  })
  const events = [aiEvents, calls].map(list => ({ id, list }))
  const { list, counts } = await who.prepare({ list: null, events })
  expect([list, counts.prepared]).toEqual([null, 2])
})
