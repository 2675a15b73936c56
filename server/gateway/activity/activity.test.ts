import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NAME_NEEDED_HEADER } from '../../../contract/session.ts'
import { detailError } from '../../http/http-error.ts'
import { eventually } from '../../testing/eventually.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { FROM_DASHBOARD, signIn } from '../../testing/test-gateway.ts'
import { RANGE } from '../replays/testing/replay-client.ts'
import { deleteOldActivity } from './activity-keeper.ts'
import { ActivityLog } from './activity-log.ts'
import {
  type Activity,
  blocklistChange,
  type Caller,
  startActivity,
} from './testing/start-activity.ts'

let activity: Activity
beforeAll(async () => {
  activity = await startActivity()
})
afterAll(() => activity.close())
beforeEach(() => activity.upstream.behave(activity.upstream.serve))

const blocklistDetails = {
  entity_context_name: 'company' as const,
  reference: 'acme',
  name: 'Acme "Motors", Müller',
  count: 4,
  unreadable: 0,
}

let tokens = 0
const newToken = () => `token-${++tokens}`

/** Lists one event that failed, and no others. */
function listEvent(id: string): void {
  const payload = { call_id: 1, company: { name: 'Acme Motors', reference: 'acme' } }
  activity.upstream.items = [
    JSON.stringify({ id, callback_url: activity.receiver.url, request_json: payload }),
  ]
}

/** Makes a run ready, and returns its id. */
async function prepare(caller: Caller): Promise<string> {
  const { body } = await caller.ask('POST', '/gateway/replays', { ...RANGE, events: 'all' })
  const { id } = Object(body)
  const state = async () => Object((await caller.ask('GET', `/gateway/replays/${id}`)).body).state
  await eventually(async () => (await state()) === 'ready')
  return id
}

describe('replay runs', () => {
  test('starting one is in the log with its list, days and number of events; looking it over is not', async () => {
    listEvent('e-1')
    const thandi = await activity.person(newToken())
    const id = await prepare(thandi)
    expect(await thandi.log()).toEqual([])
    await thandi.ask('POST', `/gateway/replays/${id}/start`, {})
    expect(await thandi.log()).toMatchObject([
      {
        kind: 'run_started',
        who: 'Thandi',
        outcome: 'done',
        details: {
          run_id: id,
          list: 'call_events_fail',
          from: '2026-11-21',
          to: '2026-11-21',
          count: 1,
        },
      },
    ])
  })

  test('one event that is replayed at once is in the log, and so is one that the service does not give', async () => {
    listEvent('e-2')
    const thandi = await activity.person(newToken())
    const one = { ...RANGE, events: [{ id: 'e-2' }], start: true }
    const { body } = await thandi.ask('POST', '/gateway/replays', one)
    expect(await thandi.log()).toMatchObject([
      { kind: 'run_started', outcome: 'done', details: { run_id: Object(body).id, count: 1 } },
    ])
    activity.upstream.behave((_, response) => answer(response, 403, { detail: 'Not yours.' }))
    const { status } = await thandi.ask('POST', '/gateway/replays', one)
    expect(await thandi.log()).toMatchObject([
      { kind: 'run_started', status, details: { run_id: null, count: 1 } },
      { outcome: 'done' },
    ])
  })

  test('one of odd days does not make the log unreadable', async () => {
    listEvent('e-4')
    const script = activity.script(newToken())
    const days = { from_date: '0001-01-01', to_date: '0001-01-01' }
    const odd = { ...RANGE, ...days, events: 'all', start: true }
    await script.ask('POST', '/gateway/replays', odd)
    expect(await script.log()).toMatchObject([{ kind: 'run_started' }])
  })

  test('cancelling is in the log, and trying to change a run of another account is in that of who tried', async () => {
    listEvent('e-3')
    const thandi = await activity.person(newToken())
    const stranger = activity.script(newToken())
    const id = await prepare(thandi)
    await stranger.ask('POST', `/gateway/replays/${id}/start`, {})
    await thandi.ask('POST', `/gateway/replays/${id}/cancel`)
    await thandi.ask('POST', `/gateway/replays/${id}/pause`)
    expect(await thandi.log()).toMatchObject([
      { kind: 'run_paused', outcome: 'refused', status: 409, reason: expect.any(String) },
      { kind: 'run_cancelled', outcome: 'done', details: { run_id: id } },
    ])
    expect(await stranger.log()).toMatchObject([
      {
        kind: 'run_started',
        by: 'script',
        outcome: 'refused',
        status: 404,
        details: { run_id: id },
      },
    ])
  })
})

test('setting and removing a receiver is in the log with its tracking number and host, and why it was refused', async () => {
  const thandi = await activity.person(newToken())
  const path = '/gateway/receivers/27215550100'
  await thandi.ask('PUT', path, { url: `${activity.receiver.url}?key=secret` })
  await thandi.ask('PUT', path, { url: 'http://acme.example/' })
  await thandi.ask('DELETE', path)
  await thandi.ask('DELETE', path)
  const log = await thandi.log()
  expect(log).toMatchObject([
    { kind: 'receiver_removed', outcome: 'refused', status: 404 },
    { kind: 'receiver_removed', outcome: 'done', details: { tracking_number: '27215550100' } },
    {
      kind: 'receiver_set',
      outcome: 'refused',
      reason: 'Its address must begin with https://.',
      details: { receiver: 'acme.example' },
    },
    { kind: 'receiver_set', outcome: 'done', details: { receiver: activity.receiver.exception } },
  ])
  expect(JSON.stringify(log)).not.toContain('secret')
})

test('the browser reports what it saves as a file, at most 60 times a minute', async () => {
  const thandi = await activity.person(newToken())
  const details = {
    what: 'call_events_fail',
    from: '2026-11-01',
    to: '2026-11-21',
    rows: 1284,
    format: 'csv',
  }
  const report = () => thandi.ask('POST', '/gateway/activity/exports', details)
  expect((await report()).status).toBe(204)
  expect(await thandi.log()).toMatchObject([{ kind: 'exported', who: 'Thandi', details }])
  const others = await Promise.all(Array.from({ length: 59 }, report))
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([204]))
  expect((await report()).status).toBe(429)
})

describe('a session in which nobody said who they are', () => {
  const changes: [string, string, unknown][] = [
    ['POST', '/v1/blocklist/', blocklistChange(['27825550101'])],
    ['POST', '/v1/blocklist/unblock/', blocklistChange(['27825550101'])],
    ['POST', '/gateway/replays', { ...RANGE, events: 'all', start: true }],
    ['POST', '/gateway/replays/00000000-0000-4000-8000-000000000000/start', {}],
    ['PUT', '/gateway/receivers/27215550100', { url: 'https://acme.example/' }],
    ['DELETE', '/gateway/receivers/27215550100', undefined],
    [
      'POST',
      '/gateway/activity/exports',
      { what: 'blocklist', from: null, to: null, rows: 1, format: 'csv' },
    ],
  ]

  test.each(changes)('changes nothing before it has a name: %s %s', async (method, path, body) => {
    const nobody = await activity.person(newToken(), '')
    activity.upstream.requests.length = 0
    const refused = await nobody.ask(method, path, body)
    expect(refused.status).toBe(409)
    expect(refused.headers.get(NAME_NEEDED_HEADER)).toBe('1')
    expect(refused.body).toMatchObject({ detail: expect.stringContaining('who you are') })
    expect(activity.upstream.requests.filter(asked => asked.method !== 'GET')).toEqual([])
    expect(await nobody.log()).toEqual([])
  })

  test('gives its name once, and then changes what it likes', async () => {
    const token = newToken()
    const nobody = await activity.person(token, '')
    const name = { name: ' Sipho\u202e ' }
    const named = await nobody.ask('PUT', '/gateway/session/name', name)
    expect([named.status, named.body]).toEqual([200, { name: 'Sipho\ufffd' }])
    expect((await nobody.ask('PUT', '/gateway/session/name', { name: 'Thandi' })).status).toBe(409)
    await nobody.ask('POST', '/v1/blocklist/', blocklistChange(['27825550101']))
    expect(await activity.script(token).log()).toMatchObject([
      { kind: 'numbers_blocked', who: 'Sipho\ufffd', by: 'session' },
      { kind: 'name_given', who: 'Sipho\ufffd' },
    ])
  })

  test.each(['', '   ', '…', 'x'.repeat(81)])('cannot be called %j', async name => {
    const nobody = await activity.person(newToken(), '')
    expect((await nobody.ask('PUT', '/gateway/session/name', { name })).status).toBe(400)
  })

  test('is named by nobody from another site, and a script has no name', async () => {
    const token = newToken()
    const script = activity.script(token)
    const { status } = await script.ask('PUT', '/gateway/session/name', { name: 'Sipho' })
    expect(status).toBe(403)
    const cookie = await signIn(activity.gateway, { token })
    const foreign = await fetch(`${activity.gateway.url}/gateway/session/name`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
      body: '{"name":"Sipho"}',
    })
    expect(foreign.status).toBe(403)
  })
})

test('signing out and ending sessions are recorded, without the token', async () => {
  const token = newToken()
  const cookie = await signIn(activity.gateway, { token, name: 'Thandi' })
  await signIn(activity.gateway, { token, name: 'Pieter' })
  const end = (path: string) =>
    fetch(`${activity.gateway.url}${path}`, {
      method: 'DELETE',
      headers: { ...FROM_DASHBOARD, cookie },
    })
  expect((await end('/gateway/session')).status).toBe(204)
  const again = await activity.person(token)
  expect((await again.ask('DELETE', '/gateway/sessions')).status).toBe(204)
  const log = await activity.script(token).log()
  expect(log.map(({ kind, who, details }) => [kind, who, details])).toEqual([
    ['sessions_ended', 'Thandi', { count: 2 }],
    ['signed_out', 'Thandi', {}],
  ])
  expect(JSON.stringify(log)).not.toContain(token)
})

test('a sign-in is in the log of its account', async () => {
  const token = newToken()
  await signIn(activity.gateway, { token, name: 'Thandi' })
  expect(await activity.script(token).log()).toMatchObject([
    { kind: 'signed_in', who: 'Thandi', by: 'session', from: '127.0.0.1', outcome: 'done' },
  ])
})

describe('the log of an account', () => {
  let token: string
  let thandi: Caller
  let account: { service: string; account: string }
  beforeAll(async () => {
    token = newToken()
    thandi = await activity.person(token)
    activity.upstream.behave(activity.upstream.serve)
    await thandi.ask('DELETE', '/gateway/receivers/27215550100')
    account = await activity.database.db
      .selectFrom('activity')
      .select(['service', 'account'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await activity.database.db
      .deleteFrom('activity')
      .where('account', '=', account.account)
      .execute()
    const log = new ActivityLog({ db: activity.database.db, logger: { info() {}, warn() {} } })
    const add = (who: string | null, at: string, deed: Parameters<ActivityLog['add']>[1]) =>
      activity.database.db.transaction().execute(async trx => {
        const by = who === null ? ('script' as const) : ('session' as const)
        await log.add({ ...account, who, by, address: '10.0.0.7' }, deed, undefined, trx)
        await trx
          .updateTable('activity')
          .set({ at: new Date(at) })
          .where('id', '=', eb =>
            eb.selectFrom('activity').select(({ fn }) => fn.max('id').as('id')),
          )
          .execute()
      })
    const details = { tracking_number: '27215550100', receiver: 'acme.example' }
    await add('Thandi', '2026-11-19T21:59:59Z', { kind: 'signed_in', details: {} })
    await add('Thandi', '2026-11-19T22:00:00Z', { kind: 'receiver_set', details })
    await add('=SUM(A1)', '2026-11-20T12:00:00Z', { kind: 'receiver_set', details })
    await add(null, '2026-11-20T22:00:00Z', {
      kind: 'numbers_blocked',
      details: blocklistDetails,
      numbers: ['27825550101', '27825550102', '27825550103', '27825550104'],
    })
  })

  test.each([
    ['', 4],
    ['who=Thandi', 2],
    ['kind=receiver_set', 2],
    ['who=Thandi&kind=receiver_set', 1],
    ['by=script', 1],
    ['from=2026-11-20&to=2026-11-20', 2],
    ['from=2026-11-21', 1],
    ['to=2026-11-19', 1],
  ])('is filtered by person, kind and days of the service’s zone: %s', async (query, count) => {
    expect(await thandi.log(query)).toHaveLength(count)
  })

  test.each([
    'who=%00',
    'who=%ED%A0%80',
    'from=0001-01-01&to=9999-12-31',
    'from=9999-12-31&to=0001-01-01',
    'page=9007199254740991',
    'kind=nothing',
    'from=2026-02-30',
  ])('is asked for odd things without harm: %s', async query => {
    const { status } = await thandi.ask('GET', `/gateway/activity?${query}`)
    expect([200, 400, 404]).toContain(status)
  })

  test('is turned in pages, the newest first', async () => {
    const { body } = await thandi.ask('GET', '/gateway/activity?page_size=3')
    expect(body).toMatchObject({
      count: 4,
      previous: null,
      next: expect.stringContaining('page=2'),
    })
    const [newest] = await thandi.log('page_size=1')
    expect(newest).toMatchObject({ kind: 'numbers_blocked', at: '2026-11-21T00:00:00.000+02:00' })
    expect((await thandi.ask('GET', '/gateway/activity?page=3')).status).toBe(404)
  })

  test('names everybody who is in it', async () => {
    const { body } = await thandi.ask('GET', '/gateway/activity/people')
    expect(body).toEqual({ names: ['=SUM(A1)', 'Thandi'] })
  })

  test('is read by nobody else', async () => {
    const stranger = activity.script(newToken())
    const [entry] = await thandi.log()
    expect(await stranger.log()).toEqual([])
    expect((await stranger.ask('GET', `/gateway/activity/${entry?.id}`)).status).toBe(404)
    expect((await stranger.ask('GET', '/gateway/activity/people')).body).toEqual({ names: [] })
    expect((await stranger.ask('GET', '/gateway/activity/file?format=jsonl')).text).toBe('')
    const nobody = await fetch(`${activity.gateway.url}/gateway/activity`)
    expect(nobody.status).toBe(401)
  })

  test('is saved as CSV, in which no cell is a formula', async () => {
    const script = activity.script(token)
    const { text, headers } = await script.ask('GET', '/gateway/activity/file?format=csv')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="activity-.*\.csv"$/)
    const [head, blocked, set] = text.split('\r\n')
    expect(head).toMatch(/^\ufeff?ID,At,Who,By,From,What/)
    expect(blocked).toContain('"Acme ""Motors"", Müller"')
    expect(blocked).toContain('tel:+27825550101 tel:+27825550102')
    expect(set).toContain(',"\'=SUM(A1)",')
  })

  test('is read by scripts as JSON lines, with all numbers, in pages', async () => {
    const script = activity.script(token)
    const { text, headers } = await script.ask(
      'GET',
      '/gateway/activity/file?format=jsonl&from=2026-11-20',
    )
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const lines = text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines).toHaveLength(3)
    expect(lines[0].numbers).toHaveLength(4)
    expect(await script.log()).toHaveLength(4)
  })

  test('that a person saves it is in it', async () => {
    const sipho = await activity.person(token, 'Sipho')
    await sipho.ask('GET', '/gateway/activity/file?format=csv')
    expect(await sipho.log('who=Sipho')).toMatchObject([
      { kind: 'exported', details: { what: 'activity', format: 'csv' } },
    ])
  })
})

test('entries are deleted once they are older than the setting says, a batch at a time', async () => {
  const { db } = activity.database
  const old = { service: 's', account: 'old', by: 'session', outcome: 'done' } as const
  const day = 24 * 60 * 60 * 1_000
  await db
    .insertInto('activity')
    .values(
      [364, 366, 400, 500].map(days => ({
        ...old,
        kind: 'signed_in' as const,
        details: '{}',
        at: new Date(Date.now() - days * day),
      })),
    )
    .execute()
  expect(await deleteOldActivity(db, 365, 2)).toBe(2)
  expect(await deleteOldActivity(db, 365, 2)).toBe(1)
  expect(await deleteOldActivity(db, 365, 2)).toBe(0)
  const left = db.selectFrom('activity').select('id').where('account', '=', 'old')
  expect(await left.execute()).toHaveLength(1)
})

test('an account sees that somebody tries to sign in with a token that it revoked', async () => {
  const { db } = activity.database
  const formerAccountOf = async (authorization: string) =>
    authorization === 'Token revoked' ? 'partner 1' : null
  const log = new ActivityLog({ db, logger: { info() {}, warn() {} }, formerAccountOf })
  const request = { ip: '203.0.113.9', headers: {} }
  const tried = { service: 'own', authorization: 'Token revoked' }
  await log.addFailedSignIn(request, tried, detailError(401, 'Invalid token.'))
  const kept = db.selectFrom('activity').selectAll().where('account', '=', 'partner 1')
  expect(await kept.execute()).toMatchObject([
    {
      kind: 'sign_in_failed',
      address: '203.0.113.9',
      outcome: 'refused',
      status: 401,
      reason: 'Invalid token.',
    },
  ])
})

test('repeating changes cannot fill the disk: beyond an allowance, numbers and refusals are not kept', async () => {
  const { db } = activity.database
  const quiet = { info() {}, warn() {} }
  const log = new ActivityLog({ db, logger: quiet, daily: { numbers: 3, refused: 1 } })
  const actor = { service: 's', account: 'eager', who: null, by: 'script' as const, address: null }
  const details = { ...blocklistDetails, count: 2 }
  const deed = { kind: 'numbers_blocked' as const, details, numbers: ['1', '2'] }
  const refused = { outcome: 'refused' as const, status: 400, reason: null }
  for (const outcome of [undefined, undefined, refused, refused])
    await log.add(actor, deed, outcome)
  const change = async () => ({ result: null, outcome: refused })
  await log.around(actor, deed, change)
  const kept = await db
    .selectFrom('activity')
    .select(['outcome', 'numbers'])
    .where('account', '=', 'eager')
    .orderBy('id')
    .execute()
  expect(kept).toEqual([
    { outcome: 'done', numbers: ['1', '2'] },
    { outcome: 'done', numbers: null },
    { outcome: 'refused', numbers: null },
  ])
})

test('the log output has each entry on one line, without phone numbers, and failed sign-ins of nobody there alone', async () => {
  const lines: unknown[] = []
  const print = (line: unknown) => lines.push(line)
  const log = new ActivityLog({ db: activity.database.db, logger: { info: print, warn: print } })
  const actor = { service: 's', who: null, by: 'session' as const, address: '203.0.113.9' }
  const request = { ip: '203.0.113.9', headers: {} }
  const tried = { service: 's', authorization: 'Token made-up' }
  await log.addFailedSignIn(request, tried, detailError(401, 'Invalid token.'))
  const details = { tracking_number: '27215550100', receiver: 'acme.example' }
  await log.add({ ...actor, account: 'printed' }, { kind: 'receiver_set', details })
  expect(lines).toMatchObject([
    { activity: 'sign_in_failed', address: '203.0.113.9', outcome: 'refused', status: 401 },
    { activity: 'receiver_set', account: 'printed', details: { receiver: 'acme.example' } },
  ])
  expect(JSON.stringify(lines)).not.toContain('27215550100')
  const { db } = activity.database
  const kept = await db
    .selectFrom('activity')
    .select('kind')
    .where('service', '=', 's')
    .where('kind', '=', 'sign_in_failed')
    .execute()
  expect(kept).toEqual([])
})
