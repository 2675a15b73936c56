import { expect, test } from 'vitest'
import { ReplayItemPage, ReplayItems } from '../../../contract/replay.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { RANGE, type ReplayClient } from './testing/replay-client.ts'
import { replaysOfFile } from './testing/start-replays.ts'

const { upstream, receiver, thandi, pieter, list, sent, hold } = await replaysOfFile()

/* Events that a person has marked as handled: a replay sends them only if it was asked to. */

const MARKED = /^Marked as handled on \d+ \w+ 20\d\d at \d\d:\d\d\.$/

async function mark(client: ReplayClient, ...ids: string[]): Promise<void> {
  const marked = await client.post('handled-events', { ...RANGE, events: ids.map(id => ({ id })) })
  expect(marked.status).toBe(200)
}

const stateOf = async (client: ReplayClient, id: string) =>
  (await client.states([id])).results?.[0]?.state

async function listed(client: ReplayClient, runId: string, filter: string) {
  const { body } = await client.get(`replays/${runId}/items?state=${filter}`)
  const { count, results } = ReplayItemPage.parse(body)
  expect(results).toHaveLength(count ?? -1)
  return results.map(({ event_id, left_out }) => [event_id, left_out?.why ?? null])
}

test('a draft counts and lists handled events apart, and skips them unless a person includes them', async () => {
  const [marked = '', delivered = '', missing = ''] = list(3)
  await thandi.replay({ events: [{ id: delivered }] })
  // The delivery counts more, as in its state.
  await mark(thandi, marked, delivered)
  const draft = await thandi.prepare()
  const counts = { being_sent: 0, already_delivered: 1, handled: 1 }
  expect(draft).toMatchObject({ ...counts, receivers: [counts], counts: { prepared: 3 } })
  expect(await listed(thandi, draft.id, 'prepared')).toEqual([[missing, null]])
  expect(await listed(thandi, draft.id, 'handled')).toEqual([[marked, 'handled']])
  expect(await listed(thandi, draft.id, 'already_delivered')).toEqual([
    [delivered, 'already_delivered'],
  ])

  const run = await thandi.replayDraft(draft.id)
  expect(run.counts).toMatchObject({ delivered: 1, skipped: 2 })
  expect(run.causes.map(({ cause }) => cause)).toContainEqual(expect.stringMatching(MARKED))
  expect(sent()).toEqual([delivered, missing])

  const second = await thandi.prepare()
  expect((await thandi.replayDraft(second.id, { include: ['handled'] })).counts).toMatchObject({
    delivered: 1,
    skipped: 2,
  })
  expect(sent()).toEqual([delivered, missing, marked])
  expect(await stateOf(thandi, marked)).toBe('delivered')
})

test('a change lists the events that it changed, and the activity log agrees', async () => {
  const [earlier = '', marked = '', delivered = ''] = list(3)
  await thandi.replay({ events: [{ id: delivered }] })
  await mark(thandi, earlier)
  const markAll = () => thandi.post('handled-events', { ...RANGE, events: all.map(id => ({ id })) })
  const newest = async () => (await thandi.get('activity?page_size=1')).body

  const all = [earlier, marked, marked, delivered]
  const first = await markAll()
  const made = { changed: [marked], delivered: 1, not_listed: 0 }
  expect(first).toEqual({ status: 200, body: made })
  const entry = { results: [{ kind: 'events_handled', details: { count: 1 } }] }
  expect(await newest()).toMatchObject(entry)
  const logged = await newest()
  const again = await markAll()
  expect(again).toEqual({ status: 200, body: { ...made, changed: [] } })
  expect(await newest()).toEqual(logged)

  const ids = { list: RANGE.list, event_ids: [marked, delivered] }
  const undone = await thandi.post('handled-events/undo', ids)
  expect(undone).toEqual({ status: 200, body: { ...made, delivered: 0 } })
  expect(await newest()).toMatchObject({
    results: [{ kind: 'events_reopened', details: { count: 1 } }],
  })
  expect(await stateOf(thandi, earlier)).toBe('handled')
})

test('only events that the service lists to the account are marked', async () => {
  const [gone = ''] = list(1)
  // The first of them was listed there before the others failed.
  const [last = ''] = list(150).reverse()
  const ids = [last, gone, 'invented', 'invented']
  const marked = await thandi.post('handled-events', { ...RANGE, events: ids.map(id => ({ id })) })
  expect(marked).toEqual({ status: 200, body: { changed: [last], delivered: 0, not_listed: 2 } })
  expect(await stateOf(thandi, 'invented')).toBeUndefined()
})

test('an account marks nothing while the service refuses to list its events', async () => {
  const [id = ''] = list(1)
  upstream.behave((_, response) => answer(response, 403, { detail: 'No permission.' }))
  const { status } = await thandi.post('handled-events', { ...RANGE, events: [{ id }] })
  upstream.behave(upstream.serve)
  expect(status).toBe(403)
  expect(await stateOf(thandi, id)).toBeUndefined()
})

test('delivered events that are sent once more are sent although they are marked too', async () => {
  const [id = ''] = list(1)
  await thandi.replay()
  await mark(thandi, id)
  const again = await thandi.prepare()
  await thandi.replayDraft(again.id, { include: ['already_delivered'] })
  expect(sent()).toEqual([id, id])
})

test('a script that starts all or named events at once skips handled ones; other accounts’ marks don’t count', async () => {
  const [first = '', second = '', third = ''] = list(3)
  await mark(thandi, first)
  await mark(pieter, second)
  const named = {
    events: [{ id: first }, { id: second }],
    start: true,
    include: ['already_delivered'],
  }
  await thandi.settled((await thandi.prepare(named)).id)
  expect(sent()).toEqual([second])
  const all = await thandi.prepare({ start: true })
  expect((await thandi.settled(all.id)).counts).toMatchObject({ delivered: 1, skipped: 2 })
  expect(sent()).toEqual([second, third])
  // A draft without anything to send is not listed.
  const { id } = await thandi.prepare()
  const { body } = await thandi.get('replays')
  expect(JSON.stringify(body)).not.toContain(id)
})

test('a single handled event is not sent unless the person has seen that', async () => {
  const [id = ''] = list(1)
  await mark(thandi, id)
  const single = { ...RANGE, events: [{ id }], start: true, include: ['already_delivered'] }
  const fromRow = await thandi.post('replays', { ...single, seen_run_id: null })
  expect(fromRow).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/^Marked as handled on .*\. Nothing was sent\.$/) },
  })
  const byScript = await thandi.settled((await thandi.prepare(single)).id)
  expect(byScript.counts).toMatchObject({ delivered: 0, skipped: 1 })
  expect(sent()).toEqual([])

  // A failure leaves it handled, and the attempt can be seen.
  receiver.behave(500)
  const anyway = { ...single, seen_run_id: null, include: ['already_delivered', 'handled'] }
  await thandi.settled((await thandi.prepare(anyway)).id)
  expect(sent()).toEqual([id])
  expect(await stateOf(thandi, id)).toBe('handled')
  const history = await thandi.get(`replay-history?list=${RANGE.list}&event_id=${id}`)
  expect(ReplayItems.parse(history.body).results.at(-1)).toMatchObject({
    state: 'failed_again',
    attempts: [{ status: 500 }],
  })
})

test('events that failed again and were marked since are skipped when they are replayed again', async () => {
  const [marked = '', missing = ''] = list(2)
  receiver.behave(500)
  const failed = await thandi.replay()
  await mark(thandi, marked)
  receiver.behave(200)
  receiver.requests.length = 0
  const { id } = await thandi.change(failed.id, 'again')
  expect(await thandi.leaves(id, ['reading'])).toMatchObject({ handled: 1 })
  await thandi.replayDraft(id)
  expect(sent()).toEqual([missing])
})

test('a paused run skips what was marked in the meantime, even if it includes handled events', async () => {
  const ids = list(3)
  await mark(thandi, ...ids.slice(1))
  const release = hold()
  const { id } = await thandi.prepare()
  await thandi.change(id, 'start', { include: ['handled'] })
  await expect.poll(() => sent().length).toBe(1)
  await thandi.change(id, 'pause')
  receiver.behave(200)
  release()
  await expect.poll(async () => (await thandi.run(id)).counts.sending).toBe(0)
  const [since = ''] = ids.filter(one => !sent().includes(one))
  await thandi.post('handled-events/undo', { list: RANGE.list, event_ids: [since] })
  await mark(thandi, since)
  await thandi.change(id, 'resume')
  expect((await thandi.settled(id)).counts).toMatchObject({ skipped: 1 })
  expect(sent().toSorted()).toEqual(ids.filter(one => one !== since).toSorted())
})
