import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FailedEventRecord } from '../../contract/failed-event.ts'
import { pageOf } from '../../contract/pages/page.ts'
import type { Database } from '../database/database.ts'
import {
  ANALYSIS,
  CALL,
  CALLER,
  EXCEPTIONS,
  NUMBER,
  SETTINGS,
  telephoneSwitch,
} from '../service/telephony/testing/telephone-switch.ts'
import { runCommand } from '../testing/run-redial.ts'
import {
  addPartner,
  openTestService,
  type TestService,
  TIME_ZONE,
} from '../testing/test-service.ts'
import { finalFailures } from '../webhooks/store/delivery-repository.ts'
import { recordFailedEvents } from '../webhooks/store/record-failed-events.ts'

const OTHER = '27829999999'
const OTHER_NUMBER = '27110000002'
const SECRET = 'a secret for tests, of enough characters'

let service: TestService
let ask: ReturnType<typeof telephoneSwitch>
let tokens: string[]
beforeEach(async () => {
  service = await openTestService({ telephony: { exceptions: EXCEPTIONS } })
  ask = telephoneSwitch(service)
  const partners = [
    await addPartner(service.database, 'P-1'),
    await addPartner(service.database, 'P-2'),
  ]
  tokens = partners.map(({ token }) => token)
  await ask('PUT', `tracking_numbers/${NUMBER}/`, SETTINGS)
  await ask('PUT', `tracking_numbers/${OTHER_NUMBER}/`, { ...SETTINGS, partner: 'P-2' })
  const reports = [
    { ...CALL, answered: false },
    { ...CALL, call_id: 2, caller_number: OTHER },
    { ...CALL, call_id: 3, tracking_number: OTHER_NUMBER },
  ]
  for (const report of reports) expect((await ask('POST', 'calls/', report)).status).toBe(201)
  const analysis = { ...ANALYSIS, intent: 'Asks for Ms Dlamini' }
  expect((await ask('POST', 'analyses/', analysis)).status).toBe(201)
  await failAll(service.database)
  await addReplays(
    service.database,
    partners.map(({ id }) => id),
  )
  await addRest(
    service.database,
    partners.map(({ id }) => id),
  )
})
afterEach(() => service.close())

/** Lists all deliveries as failed events. */
async function failAll({ db }: Database): Promise<void> {
  await db.transaction().execute(async trx => {
    const rows = await trx
      .updateTable('delivery')
      .set({ state: 'failed', settled_at: new Date('2026-11-21T08:20:00Z') })
      .returning('id')
      .execute()
    const failures = await finalFailures(
      trx,
      rows.map(({ id }) => id),
      TIME_ZONE,
    )
    for (const failure of failures) {
      const { partnerId, list } = failure
      await recordFailedEvents(trx, { partnerId, list, timeZone: TIME_ZONE }, [failure])
    }
  })
}

/** A run for each partner with all its failed events, and one of another service. */
async function addReplays({ db }: Database, partners: number[]): Promise<void> {
  const owners = [
    ...partners.map(id => ({ id, service: 'own', account: `partner ${id}` })),
    { id: null, service: 'https://api.example.com', account: 'x' },
  ]
  for (const { id, ...owner } of owners) {
    const { rows } = await sql<{ id: string }>`
      insert into replay_run (id, account, service, made_by, list, from_date, to_date, asked_for, state)
      values (gen_random_uuid(), ${owner.account}, ${owner.service}, 'x', 'call_events_fail',
        '2026-11-21', '2026-11-22', 'all', 'paused')
      returning id
    `.execute(db)
    const run = rows[0]?.id ?? ''
    await sql`
      insert into replay_item (run_id, service, list, event_id, state, receiver_url, payload, reason)
      select ${run}::uuid, ${owner.service}, list, id, 'failed_again', 'https://a.example/',
        case when ${id}::bigint is null then '{"from":"+27 82 123-4567","to":27821234567,"id":278212345670}'
          else substring(item from '"request_json":(.*)}$') end, 'no route to ' || ${CALLER}
      from failed_event where partner_id = coalesce(${id}::bigint, ${partners[0]}::bigint)
    `.execute(db)
    await sql`
      insert into replay_attempt (item_id, service, at, duration_ms, answer, error)
      select id, service, now(), 1, 'Caller +27 82 123 4567 is unknown', null
      from replay_item where run_id = ${run}::uuid
    `.execute(db)
  }
}

/** Blocklists, activity, handled events, receivers and a removed tracking number. */
async function addRest({ db }: Database, partners: number[]): Promise<void> {
  for (const partner_id of partners) {
    const account = { service: 'own', account: `partner ${partner_id}` }
    const { id: blocklist_id } = await db
      .insertInto('blocklist')
      .values({ partner_id, company_id: null, group_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const blocked = [CALLER, OTHER].map(phone_number => ({ blocklist_id, phone_number }))
    await db.insertInto('blocked_number').values(blocked).execute()
    const numbers = [OTHER, '+27 82 123 4567', CALLER]
    const entry = { ...account, by: 'session', outcome: 'done', numbers } as const
    await db
      .insertInto('activity')
      .values({ ...entry, kind: 'numbers_blocked', details: '{"name":"Acme"}' })
      .execute()
    const list = 'call_events_fail' as const
    await db
      .insertInto('handled_event')
      .values({ ...account, list, event_id: '1', who: null })
      .execute()
    const receiver = { url: 'https://a.example/', who: null, tracking_number: NUMBER }
    await db
      .insertInto('receiver_setting')
      .values({ ...account, ...receiver })
      .execute()
  }
}

/** How many rows of each table have a text in any column, in any spelling of a number. */
async function tablesWith(text: string): Promise<Record<string, number>> {
  const { db } = service.database
  const tables = await db.introspection.getTables()
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} as found
      where strpos(translate(found::text, ' ().-+', ''), ${text.replaceAll(/[ ().+-]/g, '')}) > 0
    `.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0) found[name] = count
  }
  return found
}

const settings = () => ({ DATABASE_URL: service.database.url, SESSION_SECRET: SECRET })
const erase = (...words: string[]) => runCommand(['server/erase.ts', ...words], settings())

async function eventsOf(token: string | undefined, list: string) {
  const { body } = await service.ask('GET', `/v1/${list}/?from_date=2026-01-01`, {
    token: token ?? '',
  })
  return pageOf(FailedEventRecord).parse(body)
}

test('a phone number is erased everywhere, and the events stay in their lists', async () => {
  const before = await tablesWith(CALLER)
  expect(Object.keys(before).toSorted()).toEqual([
    'activity',
    'blocked_number',
    'delivery',
    'failed_event',
    'replay_attempt',
    'replay_item',
  ])
  const others = await tablesWith(OTHER)
  const { code, output } = await erase('number', '+27 82 123 4567')
  expect([code, output]).toEqual([
    0,
    `Erased:
        2  calls
        4  deliveries
        4  failed events
        7  replays
        7  answers
        2  blocklists
        2  activity
        0  removed tracking numbers
`.replaceAll(/^ {8}/gm, '        '),
  ])
  expect(await tablesWith(CALLER)).toEqual({})
  expect(await tablesWith('Dlamini')).toEqual({})
  expect(await tablesWith(OTHER)).toEqual(others)

  const calls = await eventsOf(tokens[0], 'call_events_fail')
  expect(calls.count).toBe(3)
  const [own] = calls.results.filter(({ request_json: { call_id } }) => call_id === 1)
  expect(own?.request_json).toMatchObject({ caller_number: 'anonymous', tracking_number: NUMBER })
  expect(own?.request_json).not.toHaveProperty('recording_url')
  expect(await eventsOf(tokens[0], 'transcription_events_fail')).toMatchObject({
    count: 1,
    results: [{ request_json: { intent: 'erased', sentiment: ANALYSIS.sentiment } }],
  })
  const foreign = await service.database.db
    .selectFrom('replay_item')
    .select('payload')
    .distinct()
    .where('service', '<>', 'own')
    .execute()
  expect(foreign).toEqual([{ payload: '{"from":"anonymous","to":null,"id":278212345670}' }])
  expect((await erase('number', CALLER)).output).toContain('0  calls')
})

test('a partner is erased with everything, and another one keeps everything', async () => {
  const { code, output } = await erase('partner', 'P-1')
  expect([code, output.replaceAll(/ +/g, ' ')]).toEqual([
    0,
    'Erased:\n 1 tokens\n 1 tracking numbers\n 2 calls\n 4 deliveries\n 4 failed events\n 1 replays\n 1 activity\n',
  ])
  const { db } = service.database
  const tables = [
    'partner',
    'api_token',
    'company',
    'tracking_number',
    'blocklist',
    'tracked_call',
    'delivery',
    'failed_event',
    'failed_event_day',
    'handled_event',
    'receiver_setting',
    'activity',
  ] as const
  for (const table of tables) {
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([
      table,
      [expect.anything()],
    ])
  }
  expect(await tablesWith('P-1')).toEqual({})
  expect(await eventsOf(tokens[1], 'call_events_fail')).toMatchObject({ count: 1 })
  const again = await erase('partner', 'P-1')
  expect(again).toEqual({ code: 1, output: 'There is no partner with the reference "P-1".\n' })
})

test('the command says why it erases nothing', async () => {
  expect((await erase('number', NUMBER)).output).toContain('This is a tracking number.')
  expect((await erase('number', '12345')).output).toContain('has to be a phone number')
  expect((await erase('number')).output).toContain('npm run erase -- number NUMBER')
  await ask('DELETE', `tracking_numbers/${NUMBER}/`)
  await service.database.db
    .updateTable('partner')
    .set({ reference: sql`reference || ' (removed ' || id || ')'`, removed_at: new Date() })
    .where('reference', '=', 'P-1')
    .execute()
  const { output } = await erase('partner', 'P-1')
  const hint = /npm run erase -- partner "(P-1 \(removed \d+\))"/.exec(output)
  expect((await erase('partner', hint?.[1] ?? '')).output).toMatch(/4 +deliveries/)
})
