import { beforeAll, describe, expect, test } from 'vitest'
import { detailError } from '../../http/http-error.ts'
import { ActivityLog } from './activity-log.ts'
import { activityOfFile, type Caller, newToken } from './testing/start-activity.ts'

const activity = await activityOfFile()

const blocklistDetails = {
  entity_context_name: 'company' as const,
  reference: 'acme',
  name: 'Acme "Motors", Müller',
  count: 4,
  unreadable: 0,
}

describe("an account's log", () => {
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
    const add = (who: string | null, at: string, entry: Parameters<ActivityLog['add']>[1]) =>
      activity.database.db.transaction().execute(async trx => {
        const by = who === null ? ('script' as const) : ('session' as const)
        await log.add({ ...account, who, by, address: '10.0.0.7' }, entry, undefined, trx)
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
  ])('can be filtered by person, kind and days of the service’s zone: %s', async (query, count) => {
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
  ])('accepts odd parameters without harm: %s', async query => {
    const { status } = await thandi.ask('GET', `/gateway/activity?${query}`)
    expect([200, 400, 404]).toContain(status)
  })

  test('is paged, newest first', async () => {
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

  test('lists everybody who is in it', async () => {
    const { body } = await thandi.ask('GET', '/gateway/activity/people')
    expect(body).toEqual({ names: ['=SUM(A1)', 'Thandi'] })
  })

  test('is visible to nobody else', async () => {
    const stranger = activity.script(newToken())
    const [entry] = await thandi.log()
    expect(await stranger.log()).toEqual([])
    expect((await stranger.ask('GET', `/gateway/activity/${entry?.id}`)).status).toBe(404)
    expect((await stranger.ask('GET', '/gateway/activity/people')).body).toEqual({ names: [] })
    expect((await stranger.ask('GET', '/gateway/activity/file?format=jsonl')).text).toBe('')
    const nobody = await fetch(`${activity.gateway.url}/gateway/activity`)
    expect(nobody.status).toBe(401)
  })

  test('is exported as CSV in which no cell is a formula', async () => {
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

  test('is exported to scripts as JSON lines, with all numbers, in pages', async () => {
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

  test('contains the export itself if a person made it', async () => {
    const sipho = await activity.person(token, 'Sipho')
    await sipho.ask('GET', '/gateway/activity/file?format=csv')
    expect(await sipho.log('who=Sipho')).toMatchObject([
      { kind: 'exported', details: { what: 'activity', format: 'csv' } },
    ])
  })
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

test('repeated changes cannot fill the disk: beyond an allowance, numbers and refusals are not recorded', async () => {
  const { db } = activity.database
  const quiet = { info() {}, warn() {} }
  const log = new ActivityLog({ db, logger: quiet, daily: { numbers: 3, refused: 1 } })
  const actor = { service: 's', account: 'eager', who: null, by: 'script' as const, address: null }
  const details = { ...blocklistDetails, count: 2 }
  const entry = { kind: 'numbers_blocked' as const, details, numbers: ['1', '2'] }
  const refused = { outcome: 'refused' as const, status: 400, reason: null }
  for (const outcome of [undefined, undefined, refused, refused])
    await log.add(actor, entry, outcome)
  const change = async () => ({ result: null, outcome: refused })
  await log.around(actor, entry, change)
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

test('the log output has each entry on one line without phone numbers, and is the only place for failed sign-ins without an account', async () => {
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
