import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { UNKNOWN_RECEIVER } from '../../../contract/event/receiver-of.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Receiver } from '../../../contract/receiver.ts'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addRow, rowsOf } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { type CopiedEvent, copiedRow } from '../events/testing/copied-events.ts'
import { addStoredItem, addStoredRun } from '../replays/testing/stored-replay.ts'
import type { Owner } from '../session/caller.ts'
import type { LiveReceivers } from './live-deliveries.ts'
import { receiversOfAccount } from './receiver-routes.ts'

const { db } = await closedAfterAll(openTestDatabase())

const CALLS: FailedEventList = 'call_events_fail'
const AI_EVENTS: FailedEventList = 'transcription_events_fail'
const HOOK = 'crm.example/hook'
const HOUR_MS = 60 * 60 * 1_000
const NOW = Date.parse('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR_MS)
const stamp = (hours: number) => hoursAgo(hours).toISOString().replace('Z', '+00:00')

type Failure = {
  id: string
  /** How many hours ago it failed; null if the service doesn't say when on this day it failed. */
  hours: number | null
  receiver?: string | null
  status?: number
  company?: string
  number?: string
}

type Replay = { id: string; hours: number; status: number; receiver?: string; company?: string }

let accounts = 0

/** A new account of the service, with what the gateway has read and replayed of it. */
function newAccount() {
  const owner = { service: 'https://service.example', account: `partner ${++accounts}` }
  return {
    async list(failures: Failure[], list = CALLS) {
      const { id } = await addRow(db, 'event_mirror', { ...owner, list })
      const rows = failures.map((failure, index) => copiedRow(copiedEvent(failure), id, index))
      await db.insertInto('listed_event').values(rows).execute()
    },
    async replay(...replays: Replay[]) {
      for (const replay of replays) {
        await addReplay(replay, owner, true)
        await this.became(replay.id, stateAfter(replay))
      }
    },
    /** @param facts columns of event_state */
    async became(event_id: string, facts: object) {
      await db
        .insertInto('event_state')
        .values({ ...owner, list: CALLS, event_id, ...facts })
        .onConflict(conflict =>
          conflict.columns(['service', 'account', 'list', 'event_id']).doUpdateSet(facts),
        )
        .execute()
    },
    draft: (replay: Replay) => addReplay(replay, owner, false),
    /** @param receivers with the milliseconds by which their attempts are late */
    async late(receivers: Record<string, number>, alive_until = new Date('9999-01-01')) {
      const late = Object.entries(receivers).map(([receiver, latenessMs]) => ({
        account: owner.account,
        receiver,
        latenessMs,
      }))
      await addRow(db, 'worker_process', {
        id: randomUUID(),
        alive_until,
        late: JSON.stringify(late),
      })
    },
    async set(tracking_number: string, url: string) {
      await addRow(db, 'receiver_setting', { ...owner, tracking_number, url, who: null })
    },
    /** @param hours later than now */
    async receivers(hours = 0, live: LiveReceivers = new Map()): Promise<Receiver[]> {
      const copies = await rowsOf(db, 'event_mirror', owner, 'id', 'list')
      const query = { timeZone: 'UTC', copies, live, now: hoursAgo(-hours) }
      return receiversOfAccount(db, { ...owner, tokenKey: '', who: null }, query)
    },
  }
}

let account: ReturnType<typeof newAccount>
beforeEach(() => {
  account = newAccount()
})

async function addReplay(
  replay: Replay,
  { service, account }: Pick<Owner, 'service' | 'account'>,
  isStarted: boolean,
) {
  const { id: event_id, hours, status, receiver = HOOK, company = null } = replay
  const at = hoursAgo(hours)
  const run = await addStoredRun(db, { service, account, started_at: isStarted ? at : null })
  const item = await addStoredItem(db, run, {
    ...{ event_id, company, settled_at: at, state: status === 200 ? 'delivered' : 'failed_again' },
    ...{ receiver_url: `https://${receiver}`, receiver_name: receiver },
  })
  if (!isStarted) return
  const error = status === 200 ? null : `answered ${status}`
  const attempt = { item_id: item.id, service, receiver_name: receiver, at, status, error }
  await addRow(db, 'replay_attempt', { ...attempt, duration_ms: 9, answer: null })
}

function stateAfter({ status, hours }: Replay) {
  const at = hoursAgo(hours)
  if (status === 200) return { delivered_at: at }
  const failure = JSON.stringify({ status, error: `answered ${status}`, cause: null })
  return { failed_again_at: at, failure, cause: `Answered ${status}`, status }
}

function copiedEvent(failure: Failure): CopiedEvent {
  const { id, hours, receiver = HOOK, status = 500, company, number } = failure
  const at = hoursAgo(hours ?? 0).toISOString()
  return {
    id,
    day: at.slice(0, 10),
    time: hours === null ? null : at.slice(11, 16),
    callback_url: receiver && `https://${receiver}`,
    status,
    call: { company, tracking_number: number },
  }
}

test('a receiver is failing from its first failure, even before a replay to it', async () => {
  await account.list([
    { id: '1', hours: 5, company: 'Acme', status: 503 },
    { id: '2', hours: 2, company: 'Acme', status: 503 },
    { id: '3', hours: 1, company: 'Bela', status: 404 },
  ])
  await account.list([{ id: '1', hours: 30, company: 'Acme', status: 503 }], AI_EVENTS)
  expect(await account.receivers()).toEqual([
    {
      receiver: HOOK,
      companies: ['Acme', 'Bela'],
      state: 'failing',
      failures: 4,
      cause: 'Answered 404, address not found',
      first_failure: stamp(30),
      last_failure: stamp(1),
      last_delivery: null,
      recovered_at: null,
      recovered_by_replay: false,
      failed: 4,
      missing: { call_events_fail: 3, transcription_events_fail: 1 },
      live: null,
      late_s: null,
      tracking_numbers: 0,
    },
  ])
})

describe('with what the service says about live deliveries,', () => {
  const COUNTS = { delivered: 990, failed: 10, retrying: 0, median_ms: 80 }
  const liveAt = (delivered: number | null, recovered: number | null = null) => ({
    ...COUNTS,
    callback_url: `https://${HOOK}`,
    companies: ['Acme'],
    last_delivered_at: delivered === null ? null : stamp(delivered),
    recovered_at: recovered === null ? null : stamp(recovered),
  })

  test('a receiver that never failed is working', async () => {
    const live = new Map([[HOOK, liveAt(1)]])
    expect(await account.receivers(0, live)).toMatchObject([
      {
        receiver: HOOK,
        companies: ['Acme'],
        state: 'working',
        last_delivery: stamp(1),
        live: COUNTS,
      },
    ])
  })

  test('a receiver recovers with the first live delivery after its failures', async () => {
    await account.list([{ id: '1', hours: 5 }])
    const live = new Map([[HOOK, liveAt(1, 4)]])
    expect(await account.receivers(0, live)).toMatchObject([
      {
        state: 'recovered',
        failures: 0,
        recovered_at: stamp(4),
        recovered_by_replay: false,
        last_delivery: stamp(1),
      },
    ])
  })

  test('a receiver that misses events has recovered with a live delivery, although the service covers no failure', async () => {
    await account.list([{ id: '1', hours: 60 }])
    const live = new Map([[HOOK, liveAt(1)]])
    expect(await account.receivers(0, live)).toMatchObject([
      { state: 'recovered', recovered_at: null, last_delivery: stamp(1) },
    ])
    await account.became('1', { handled_at: hoursAgo(0.5) })
    expect(await account.receivers(0, live)).toMatchObject([{ state: 'working' }])
  })

  test('a receiver is failing if events failed after the last live delivery', async () => {
    await account.list([{ id: '1', hours: 2 }])
    const live = new Map([[HOOK, liveAt(3)]])
    expect(await account.receivers(0, live)).toMatchObject([{ state: 'failing', failures: 1 }])
  })

  test('a live delivery does not hide a later replay', async () => {
    await account.list([{ id: '1', hours: 5 }])
    await account.replay({ id: '1', hours: 3, status: 200 })
    const live = new Map([[HOOK, liveAt(4, 4)]])
    expect(await account.receivers(0, live)).toMatchObject([
      { recovered_at: stamp(4), recovered_by_replay: false, last_delivery: stamp(3) },
    ])
  })
})

test('a receiver has recovered for 24 hours, works for 7 days after its last delivery, and is quiet then', async () => {
  await account.list([{ id: '1', hours: 5 }])
  await account.replay({ id: '1', hours: 3, status: 200 })
  await account.replay({ id: '2', hours: 1, status: 200 })
  expect(await account.receivers()).toMatchObject([
    {
      state: 'recovered',
      failures: 0,
      last_failure: stamp(5),
      recovered_at: stamp(3),
      recovered_by_replay: true,
      last_delivery: stamp(1),
    },
  ])
  const stateIn = async (hours: number) => (await account.receivers(hours))[0]?.state
  expect(await stateIn(20.9)).toBe('recovered')
  expect(await stateIn(21.1)).toBe('working')
  expect(await stateIn(7 * 24 - 1.1)).toBe('working')
  expect(await stateIn(7 * 24 - 0.9)).toBe('quiet')
})

test('failures before the last delivery are missing, and only those since then count as failing', async () => {
  await account.list([
    { id: '1', hours: 9, status: 404 },
    { id: '2', hours: 8, status: 404 },
    { id: '3', hours: 7 },
    { id: '4', hours: 1 },
  ])
  await account.replay({ id: '3', hours: 4, status: 200 })
  expect(await account.receivers(-2)).toMatchObject([{ state: 'failing' }])
  expect(await account.receivers()).toMatchObject([
    {
      state: 'failing',
      failures: 1,
      cause: 'Answered 500, an error on its side',
      first_failure: stamp(1),
      last_failure: stamp(1),
      missing: { call_events_fail: 3 },
    },
  ])
  await account.replay({ id: '4', hours: 0.5, status: 200 })
  expect(await account.receivers()).toMatchObject([
    { state: 'recovered', failures: 0, failed: 4, missing: { call_events_fail: 2 } },
  ])
  // It is not working yet while events of the last 7 days are missing.
  expect(await account.receivers(6 * 24)).toMatchObject([{ state: 'recovered' }])
  expect(await account.receivers(10 * 24)).toMatchObject([
    { state: 'quiet', missing: { call_events_fail: 0 } },
  ])
})

test('a failing receiver no longer fails when its failures are handled', async () => {
  await account.list([{ id: '1', hours: 2 }])
  expect(await account.receivers()).toMatchObject([{ state: 'failing' }])
  await account.became('1', { handled_at: hoursAgo(1) })
  expect(await account.receivers()).toMatchObject([
    { state: 'quiet', failures: 0, cause: null, last_failure: stamp(2) },
  ])
  await account.replay({ id: '2', hours: 30, status: 200 })
  expect(await account.receivers()).toMatchObject([{ state: 'working' }])
})

test('an event whose replay failed counts once, with the failure of the replay', async () => {
  await account.list([{ id: '1', hours: 9 }])
  await account.replay({ id: '2', hours: 5, status: 200 })
  expect(await account.receivers()).toMatchObject([{ state: 'recovered' }])
  await account.replay({ id: '1', hours: 3, status: 204 })
  expect(await account.receivers()).toMatchObject([
    {
      state: 'failing',
      failures: 1,
      cause: 'Answered 204',
      first_failure: stamp(3),
      last_failure: stamp(3),
      missing: { call_events_fail: 1 },
    },
  ])
})

test('the cause of a failing receiver is that of its newest failure, however often another was seen', async () => {
  await account.list([
    { id: '1', hours: 72 },
    { id: '2', hours: 71 },
    { id: '3', hours: 1, status: 503 },
  ])
  const cause = async () => (await account.receivers())[0]?.cause
  expect(await cause()).toBe('Answered 503, not available')
  await account.replay({ id: '1', hours: 0.5, status: 204 })
  expect(await cause()).toBe('Answered 204')
})

test('failed replays of events that no copied list has count, too', async () => {
  await account.replay({ id: '1', hours: 3, status: 503, company: 'Acme' })
  await account.replay({ id: '2', hours: 2, status: 503, company: 'Acme' })
  expect(await account.receivers()).toMatchObject([
    {
      companies: ['Acme'],
      state: 'failing',
      failures: 2,
      cause: 'Answered 503',
      first_failure: stamp(3),
      last_failure: stamp(2),
      missing: { call_events_fail: 0 },
    },
  ])
  await account.replay({ id: '1', hours: 1, status: 200 })
  expect(await account.receivers()).toMatchObject([{ state: 'recovered', recovered_at: stamp(1) }])
})

test('only the last 7 days count, whatever other days somebody has looked at', async () => {
  await account.list([
    { id: '1', hours: 5 },
    { id: '2', hours: 8 * 24 },
  ])
  const counted = { failures: 1, failed: 1, first_failure: stamp(5) }
  expect(await account.receivers()).toMatchObject([
    { ...counted, missing: { call_events_fail: 1 } },
  ])
  // A failed replay shows that the receiver fails now.
  await account.replay({ id: '2', hours: 6, status: 503 })
  expect(await account.receivers()).toMatchObject([
    { ...counted, failures: 2, first_failure: stamp(6) },
  ])
})

test('a failure without a time may be as late as the end of its day', async () => {
  await account.list([{ id: '1', hours: null }])
  await account.replay({ id: '2', hours: 1, status: 200 })
  expect(await account.receivers()).toMatchObject([
    { state: 'failing', failures: 1, first_failure: null, last_failure: null },
  ])
  await account.replay({ id: '3', hours: -12.5, status: 200 })
  expect(await account.receivers(13)).toMatchObject([{ failures: 0 }])
})

test('a receiver that holds up its events is failing, and the longest delay of live processes counts', async () => {
  await account.replay({ id: '1', hours: 2, status: 200 })
  await account.late({ [HOOK]: 45_400, 'calls.example': 5_000 })
  await account.late({ [HOOK]: 61_000 })
  await newAccount().late({ 'secret.example': 90_000 })
  await account.late({ 'dead.example': 90_000 }, new Date(0))
  expect(await account.receivers()).toMatchObject([
    { receiver: HOOK, state: 'failing', failures: 0, late_s: 61 },
    { receiver: 'calls.example', state: 'failing', late_s: 5 },
  ])
})

test('events that name no receiver are those of the receiver that is set for their number', async () => {
  await account.list([
    { id: '1', hours: 3, receiver: null, number: '+27 10 555 0142' },
    { id: '2', hours: 2, receiver: null, number: '+27 10 555 0199' },
    { id: '3', hours: 1 },
  ])
  await account.set('27105550142', `https://${HOOK}/?token=1`)
  await account.set('27105550143', `https://${HOOK}`)
  await account.set('27105550144', 'https://new.example/calls')
  expect(await account.receivers()).toMatchObject([
    { receiver: HOOK, state: 'failing', failures: 2, tracking_numbers: 2 },
    { receiver: UNKNOWN_RECEIVER, state: 'failing', failures: 1, tracking_numbers: 0 },
    { receiver: 'new.example/calls', state: 'quiet', tracking_numbers: 1 },
  ])
})

test('other accounts and drafts do not count', async () => {
  await account.replay({ id: '1', hours: 2, status: 200 })
  const others = newAccount()
  await others.replay({ id: '1', hours: 1, status: 500 })
  await others.replay({ id: '1', hours: 1, status: 200, receiver: 'secret.example' })
  await others.list([{ id: '2', hours: 1 }])
  await account.draft({ id: '1', hours: 0, status: 500, receiver: 'draft.example' })
  expect(await account.receivers()).toMatchObject([{ receiver: HOOK, state: 'working' }])
})

test('failing receivers come first, those with the most failures before the others', async () => {
  await account.list([
    { id: '1', hours: 3, receiver: 'one.example' },
    { id: '2', hours: 5, receiver: 'two.example' },
    { id: '3', hours: 4, receiver: 'two.example' },
    { id: '4', hours: 4, receiver: 'back.example' },
  ])
  await account.replay({ id: '4', hours: 2, status: 200, receiver: 'back.example' })
  await account.replay({ id: '5', hours: 300, status: 200, receiver: 'quiet.example' })
  await account.replay({ id: '6', hours: 30, status: 200, receiver: 'works.example' })
  expect((await account.receivers()).map(({ receiver, state }) => [receiver, state])).toEqual([
    ['two.example', 'failing'],
    ['one.example', 'failing'],
    ['back.example', 'recovered'],
    ['works.example', 'working'],
    ['quiet.example', 'quiet'],
  ])
})

test('the newest attempt gives the cause of a failing receiver, also if its event still waits', async () => {
  await account.list([{ id: '1', hours: 5, status: 500 }])
  const replay = { id: '1', hours: 1, status: 503 }
  await account.replay(replay)
  await account.became('1', { failed_again_at: null, failure: null, cause: null, status: null })
  const [receiver] = await account.receivers()
  expect(receiver).toMatchObject({
    failures: 1,
    cause: 'Answered 503, not available',
    first_failure: stamp(5),
    last_failure: stamp(1),
  })
})
