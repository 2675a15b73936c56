// Long: erases partners while others write.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FailedEventRecord } from '../../contract/failed-event.ts'
import { pageOf } from '../../contract/pages/page.ts'
import { holdLock } from '../faults/testing/faults.ts'
import {
  ANALYSIS,
  CALL,
  CALLER,
  EXCEPTIONS,
  NUMBER,
  SETTINGS,
  telephoneSwitch,
} from '../service/telephony/testing/telephone-switch.ts'
import { addWaitingReplays } from '../testing/add-waiting-replays.ts'
import { addRow, addRows } from '../testing/rows.ts'
import { runCommand } from '../testing/run-redial.ts'
import { addPartner, openTestService, type TestService } from '../testing/test-service.ts'
import { erasePhoneNumber } from './erase-number.ts'
import { erasePartner, findPartners } from './erase-partner.ts'
import { addReplays, addRest, failAll, OTHER } from './testing/erasure-data.ts'

const OTHER_NUMBER = '27110000002'

let service: TestService
let ask: ReturnType<typeof telephoneSwitch>
let partners: { id: number; token: string }[]
beforeEach(async () => {
  service = await openTestService({ telephony: { exceptions: EXCEPTIONS } })
  ask = telephoneSwitch(service)
  partners = [await addPartner(service.database, 'P-1'), await addPartner(service.database, 'P-2')]
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
  await service.database.db.transaction().execute(failAll)
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

/** How many rows of each table have a text in any column, in any spelling of a number. */
async function tablesWith(text: string): Promise<Record<string, number>> {
  const { db } = service.database
  const { rows: tables } = await sql<{ name: string }>`
    select case when nspname = 'public' then relname else nspname || '.' || relname end as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'job_queue') and relkind = 'r'
  `.execute(db)
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

async function eventsOf(token: string | undefined, list: string) {
  const { body } = await service.ask('GET', `/v1/${list}/?from_date=2026-01-01`, {
    token: token ?? '',
  })
  return pageOf(FailedEventRecord).parse(body)
}

test('a phone number is erased everywhere, and the events stay in their lists', async () => {
  const { db } = service.database
  const foreign = { service: 'https://calls.example', account: 'foreign', who: null }
  const setting = { ...foreign, url: 'https://a.example/', tracking_number: '+27 82 123 4567' }
  await db.insertInto('receiver_setting').values(setting).execute()
  const note = {
    service: 'own',
    account: `partner ${partners[0]?.id}`,
    context: 'company',
  } as const
  await addRows(
    db,
    'block_note',
    { ...note, reference: 'a', phone_numbers: [CALLER] },
    { ...note, reference: 'a', phone_numbers: [OTHER, CALLER], note: `Also calls as ${CALLER}` },
    { ...note, reference: 'a', phone_numbers: [OTHER], note: 'Also calls as (082) 123-4567' },
  )
  const view = { ...foreign, owner: null, name: 'One caller', list: 'call_events_fail' } as const
  const days = JSON.stringify({ kind: 'relative', from_back: 0, to_back: 0 })
  await addRow(db, 'saved_view', { ...view, days, query: '?q=%2B27+82+123+4567', layout: null })
  const { id: blocklist_id } = await db
    .selectFrom('blocklist')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const refused = { phone_number: CALLER, day: '2026-11-21', count: 1, last_at: new Date() }
  await addRow(db, 'refused_check', { blocklist_id, ...refused })
  const { service: name, account } = foreign
  const guarded = { service: name, account, phone_number: CALLER, label: 'A friend' }
  const labelled = { ...guarded, phone_number: OTHER, label: 'Not 082 123 4567' }
  await db.insertInto('protected_number').values([guarded, labelled]).execute()
  const national = () => tablesWith('0821234567')
  expect(Object.keys(await national())).toEqual(
    expect.arrayContaining(['block_note', 'protected_number']),
  )
  const before = await tablesWith(CALLER)
  expect(Object.keys(before).toSorted()).toEqual([
    'activity',
    'block_note',
    'blocked_number',
    'delivery',
    'event_state',
    'failed_event',
    'follow_up_note',
    'protected_number',
    'receiver_setting',
    'refused_check',
    'replay_attempt',
    'replay_item',
    'saved_view',
  ])
  const others = await tablesWith(OTHER)
  expect(await erasePhoneNumber(db, CALLER)).toEqual({
    calls: 2,
    deliveries: 4,
    failed_events: 4,
    copied_events: 0,
    replays: 9,
    answers: 9,
    blocklists: 2,
    block_notes: 3,
    activity: 2,
    follow_ups: 2,
    removed_tracking_numbers: 0,
    receiver_settings: 1,
    saved_views: 1,
  })
  expect(await tablesWith(CALLER)).toEqual({})
  expect(await national()).toEqual({})
  expect(await tablesWith('Dlamini')).toEqual({})
  expect(await tablesWith(OTHER)).toEqual(others)

  const calls = await eventsOf(partners[0]?.token, 'call_events_fail')
  expect(calls.count).toBe(3)
  const [own] = calls.results.filter(({ request_json: { call_id } }) => call_id === 1)
  expect(own?.request_json).toMatchObject({ caller_number: 'anonymous', tracking_number: NUMBER })
  expect(own?.request_json).not.toHaveProperty('recording_url')
  expect(await eventsOf(partners[0]?.token, 'transcription_events_fail')).toMatchObject({
    count: 1,
    results: [{ request_json: { intent: 'erased', sentiment: ANALYSIS.sentiment } }],
  })
  const foreignPayloads = await db
    .selectFrom('replay_item')
    .select('payload')
    .distinct()
    .where('service', '<>', 'own')
    .execute()
  expect(foreignPayloads).toEqual([{ payload: '{"from":"anonymous","to":null,"id":1}' }])
  expect(await erasePhoneNumber(db, CALLER)).toMatchObject({ calls: 0, replays: 0 })
})

test('a call whose id has 16 digits is erased with its analysis', async () => {
  const { db } = service.database
  const call_id = 1753776000123456
  expect((await ask('POST', 'calls/', { ...CALL, call_id })).status).toBe(201)
  const analysis = { ...ANALYSIS, call_id, intent: 'Asks for Ms Dlamini' }
  expect((await ask('POST', 'analyses/', analysis)).status).toBe(201)
  await db.transaction().execute(failAll)
  expect(await erasePhoneNumber(db, CALLER)).toMatchObject({ calls: 3, deliveries: 6 })
  expect(await tablesWith(CALLER)).toEqual({})
  expect(await tablesWith('Dlamini')).toEqual({})
})

test('a number is erased from what others write in the meantime', async () => {
  const { database } = service
  const report = { ...CALL, call_id: 4, answered: false }
  expect((await ask('POST', 'calls/', report)).status).toBe(201)
  const isBetween = await holdLock(database, 'blocked_number')
  const erasing = erasePhoneNumber(database.db, CALLER)
  await isBetween.waitedFor(1)
  // It has read the failed events and the replays, and changed no call yet.
  await addReplays(database, [partners[0]?.id ?? 0])
  const failing = await database.longDb.startTransaction().execute()
  await failAll(failing)
  await isBetween.release()
  await isBetween.waitedFor(1)
  await failing.commit().execute()
  expect(await erasing).toMatchObject({ calls: 3, deliveries: 6, failed_events: 6 })
  expect(await tablesWith(CALLER)).toEqual({})
  expect(await tablesWith('Dlamini')).toEqual({})
})

test('a partner is erased with everything, and another one keeps everything', async () => {
  const { db } = service.database
  const { signal } = new AbortController()
  const removal = { db, batchSize: 2, wait: async () => {}, signal }
  const ids = partners.map(({ id }) => id)
  await addWaitingReplays(service.database, ids)
  const { partner } = await findPartners(db, 'P-1')
  expect(partner && (await erasePartner(removal, partner))).toEqual({
    tokens: 1,
    tracking_numbers: 1,
    calls: 2,
    deliveries: 4,
    failed_events: 4,
    replays: 1,
    activity: 1,
  })
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
    'receiver_setting',
    'activity',
    'session',
    'follow_up',
    'follow_up_note',
  ] as const
  for (const table of tables) {
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([
      table,
      [expect.anything()],
    ])
  }
  for (const table of ['replay_run', 'replay_item'] as const) {
    const own = db.selectFrom(table).selectAll().where('service', '=', 'own')
    expect([table, await own.execute()]).toEqual([table, [expect.anything()]])
  }
  const states = db
    .selectFrom('event_state')
    .select('account')
    .distinct()
    .where('service', '=', 'own')
  expect(await states.execute()).toEqual([{ account: `partner ${ids[1]}` }])
  expect(await tablesWith('Partner P-1')).toEqual({})
  expect(await tablesWith(`partner ${ids[0]}`)).toEqual({})
  expect(await tablesWith(`partner-${ids[0]}.example`)).toEqual({})
  const { rows: jobs } = await sql`
    select name, group_tier from job_queue.job where group_tier is not null order by name
  `.execute(db)
  expect(jobs).toEqual([
    { name: 'delivery', group_tier: String(ids[1]) },
    { name: 'replay-attempt', group_tier: `partner ${ids[1]}` },
  ])
  expect(await eventsOf(partners[1]?.token, 'call_events_fail')).toMatchObject({ count: 1 })
  expect(await findPartners(db, 'P-1')).toEqual({ partner: undefined, removed: [] })
})

test('the command names partners that were removed, and erases them', async () => {
  await ask('DELETE', `tracking_numbers/${NUMBER}/`)
  await ask('DELETE', `partners/${partners[0]?.id}/?with_contents=true`)
  const settings = {
    DATABASE_URL: service.database.url,
    SESSION_SECRET: 'a secret for tests, of enough characters',
  }
  const erase = (...args: string[]) => runCommand(['server/commands/erase.ts', ...args], settings)
  expect(await erase('number', OTHER_NUMBER)).toMatchObject({
    code: 1,
    output: expect.stringContaining('This is a tracking number.'),
  })
  const { output } = await erase('partner', 'P-1')
  const [, removed = ''] = /npm run erase -- partner "(P-1 \(removed \d+\))"/.exec(output) ?? []
  expect(await erase('partner', removed)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/4 {2}deliveries/),
  })
}, 90_000)
