import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { ReportedEvent } from '../../../contract/event/reported-event.ts'
import { EventsPage } from '../../../contract/events.ts'
import { STANDARD_FIELDS } from '../../../contract/fields/field-map.ts'
import { eventually } from '../../testing/eventually.ts'
import { onlyRow, setRows } from '../../testing/rows.ts'
import { ActivityLog } from '../activity/activity-log.ts'
import { FieldRepository } from '../fields/field-repository.ts'
import { RANGE, type ReplayClient } from '../replays/testing/replay-client.ts'
import { replaysOfFile } from '../replays/testing/start-replays.ts'
import { eventsOfRun } from './reported-events.ts'

const { gateway, upstream, receiver, database, thandi, pieter, list } = await replaysOfFile()

beforeEach(() => database.db.deleteFrom('event_state').execute())

async function report(path: string, token = 'a'): Promise<ReportedEvent[]> {
  const headers = { authorization: `Token ${token.repeat(40)}` }
  const response = await fetch(`${gateway.url}/gateway/${path}`, { headers })
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n').filter(line => line !== '')
  return lines.map(line => ReportedEvent.parse(JSON.parse(line)))
}

/** The report of a range, once the gateway has read it. */
async function reportOfRange(client: ReplayClient, token = 'a') {
  const range = new URLSearchParams(RANGE)
  await eventually(async () => {
    const { body } = await client.get(`events?${range}&page=1`)
    return EventsPage.parse(body).of === upstream.items.length
  })
  return report(`events/rows?${range}&only=report&part=true&state=all&sort=failed_at`, token)
}

/** One event fails at first, and a second replay delivers it. */
async function deliverSecond(): Promise<{ ids: string[]; first: string; second: string }> {
  const ids = list(2)
  receiver.behave(request => (request.headers['webhook-id'] === ids[0] ? 503 : 200))
  const first = await thandi.replay({ name: 'Before the repair' })
  receiver.behave(200)
  const again = await thandi.change(first.id, 'again')
  await thandi.leaves(again.id, ['reading'])
  await thandi.replayDraft(again.id, { name: 'After the repair' })
  return { ids, first: first.id, second: again.id }
}

test('each event of a range says when a replay delivered it, and which one', async () => {
  const { ids, first, second } = await deliverSecond()
  const events = await reportOfRange(thandi)
  const deliveryOf = (id: string | undefined) => events.find(event => event.id === id)?.delivery
  expect(deliveryOf(ids[0])).toMatchObject({ run_id: second })
  expect(deliveryOf(ids[1])).toMatchObject({ run_id: first })
  expect(events.map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  // Why the replay failed would stand next to the time of the service’s failure.
  const cause = 'The service doesn’t say why'
  expect(events.map(event => event.cause)).toEqual([cause, cause])
  expect(await report(`replays/${first}/report`)).toMatchObject([{ cause }, { cause }])
  // Names of replays may name other customers.
  expect(JSON.stringify(events)).not.toContain('the repair')
})

test('an event that was delivered twice has the time of its first delivery', async () => {
  const [id = ''] = list(1)
  const run = await thandi.replay()
  const events = [{ id }]
  const again = await thandi.replay({ events, include: ['already_delivered'] })
  expect(await report(`replays/${again.id}/report`)).toMatchObject([
    { id, delivery: { run_id: run.id } },
  ])
})

test('the report of a run has what other replays delivered since, without another look at the service', async () => {
  const { ids, first, second } = await deliverSecond()
  upstream.items = []
  const asked = upstream.requests.length
  const events = await report(`replays/${first}/report`)
  expect(events.map(({ id, call_id, delivery }) => [id, call_id, delivery?.run_id])).toEqual([
    [ids[0], ids[0], second],
    [ids[1], ids[1], first],
  ])
  expect(upstream.requests).toHaveLength(asked)
})

test('events that are missing or handled have no delivery', async () => {
  const [one = '', other = ''] = list(2)
  receiver.behave(500)
  const { id } = await thandi.replay()
  await setRows(
    database.db,
    'event_state',
    { event_id: other },
    { handled_at: sql`now()`, handled_by: 'Thandi' },
  )
  expect(await report(`replays/${id}/report`)).toMatchObject([
    { id: one, state: 'failed_again', cause: 'Answered 500, an error on its side', delivery: null },
    { id: other, state: 'handled', delivery: null },
  ])
})

test('the report of a run reads the payloads of a foreign service by its fields', async () => {
  list(1)
  upstream.items = [
    `{"id":900001,"callback_url":"${receiver.url}","request_json":{"caller":"+27821230001","callid":"C-7","company_name":"Acme"}}`,
  ]
  const payload = { ...STANDARD_FIELDS.payload, call_id: 'callid', caller_number: 'caller' }
  const map = { ...STANDARD_FIELDS, payload: { ...payload, company: 'company_name' } }
  expect((await thandi.send('PUT', 'fields/call_events_fail', { map })).status).toBe(204)
  const { id } = await thandi.replay()
  expect(await report(`replays/${id}/report`)).toMatchObject([
    { call_id: 'C-7', company: 'Acme', caller_number: '27821230001' },
  ])
})

test('another account gets neither the run nor its deliveries', async () => {
  const { first } = await deliverSecond()
  expect((await pieter.get(`replays/${first}/report`)).status).toBe(404)
  const events = await reportOfRange(pieter, 'b')
  expect(events.map(({ delivery }) => delivery)).toEqual([null, null])
})

test('the report of a new run does not read all states for each event, although PostgreSQL has no statistics of it', async () => {
  const count = 100
  list(count)
  const { id } = await thandi.replay()
  const { db } = database
  const run = await onlyRow(db, 'replay_run', { id })
  const fields = new FieldRepository({
    ...{ db, service: run.service, timeZone: 'UTC', isForeign: false, file: null },
    activity: new ActivityLog({ db, logger: pino({ level: 'silent' }) }),
  })
  const read = await db.transaction().execute(async trx => {
    let events = 0
    for await (const batch of eventsOfRun(trx, run, fields, 'UTC')) events += batch.length
    expect(events).toBe(count)
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::integer as read
      from pg_stat_xact_user_tables where relname = 'event_state'
    `.execute(trx)
    return rows[0]?.read
  })
  // A scan of the table also reads states of other runs, which the gateway may write late.
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(2 * count)
})
