import { expect, test } from 'vitest'
import { answer } from '../../testing/peers/test-upstream.ts'
import { activityOfFile, blocklistChange, newToken } from '../activity/testing/start-activity.ts'

const activity = await activityOfFile()

/** The part of the answer to a block that Redial reads. */
const BLOCKED = { blocked_phone_number_list: [] }

/** How the service answers changes. It answers lists as usual. */
function changesAreAnswered(status: number, body: unknown): void {
  activity.upstream.behave((request, response) => {
    if (request.method === 'GET') return activity.upstream.serve(request, response)
    answer(response, status, body)
  })
}

test('blocking and unblocking is in the activity log: who, when, from where, the numbers, the outcome', async () => {
  const thandi = await activity.person(newToken(), 'Thandi')
  changesAreAnswered(201, BLOCKED)
  await thandi.ask('POST', '/v1/blocklist/', blocklistChange(['27825550101', '27825550102']))
  changesAreAnswered(200, {})
  await thandi.ask('POST', '/v1/blocklist/unblock/', blocklistChange(['27825550102']))
  const [unblocked, blocked, ...others] = await thandi.log()
  expect(others).toEqual([])
  expect(blocked).toEqual({
    id: expect.any(Number),
    at: expect.stringMatching(/\+02:00$/),
    who: 'Thandi',
    by: 'session',
    from: '127.0.0.1',
    kind: 'numbers_blocked',
    outcome: 'done',
    status: null,
    reason: null,
    details: {
      entity_context_name: 'company',
      reference: 'acme',
      name: 'Acme Motors',
      count: 2,
      unreadable: 0,
    },
    numbers: ['27825550101', '27825550102'],
  })
  expect(unblocked).toMatchObject({ kind: 'numbers_unblocked', numbers: ['27825550102'] })
})

test('the body reaches the service unchanged', async () => {
  const thandi = await activity.person(newToken())
  changesAreAnswered(201, BLOCKED)
  const body = '{"entity": {"reference": "é", "name": "x"},\n  "blocked_phone_number_list" : [ ]}'
  activity.upstream.requests.length = 0
  await thandi.ask('POST', '/v1/blocklist/?a=1', body)
  expect(activity.upstream.requests[0]).toMatchObject({ body, url: '/v1/blocklist/?a=1' })
})

test('a script with its own token is in the log as a script, without a name', async () => {
  const script = activity.script(newToken())
  changesAreAnswered(201, BLOCKED)
  await script.ask('POST', '/v1/blocklist/', blocklistChange(['27825550101']))
  expect(await script.log()).toMatchObject([{ who: null, by: 'script', outcome: 'done' }])
})

test.each([
  [400, { entity: ['This field is required.'] }, 'refused', 'This field is required.'],
  [403, { error: 'Entity acme is not yours.' }, 'refused', 'Entity acme is not yours.'],
  [404, { error: 'Not on the list: 27825550101' }, 'refused', 'Not on the list: 27825550101'],
  [500, { detail: 'Oops.' }, 'unknown', 'Oops.'],
])(
  'a change that the service answered with %i is in the log with the reason',
  async (status, body, outcome, reason) => {
    const thandi = await activity.person(newToken())
    changesAreAnswered(status, body)
    const { body: answered } = await thandi.ask(
      'POST',
      '/v1/blocklist/',
      blocklistChange(['27825550101']),
    )
    expect(answered).toEqual(body)
    expect(await thandi.log()).toMatchObject([
      { outcome, status, reason, numbers: ['27825550101'] },
    ])
  },
)

test.each([[{}], [{ blocked_phone_number_list: 'all' }], [[]], ['"ok"'], [null]])(
  'a block that the service answered with %j has an unknown outcome, as in the dashboard',
  async body => {
    const thandi = await activity.person(newToken())
    changesAreAnswered(201, body)
    await thandi.ask('POST', '/v1/blocklist/', blocklistChange(['27825550101']))
    expect(await thandi.log()).toMatchObject([
      { outcome: 'unknown', status: null, reason: 'The answer could not be read.' },
    ])
  },
)

test('a block with a long answer, of which only a part has arrived, is in the log as done', async () => {
  const thandi = await activity.person(newToken())
  const record = { blocked_phone_number_list: Array(20_000).fill({ phone_number: '27825550101' }) }
  changesAreAnswered(201, record)
  const { body } = await thandi.ask('POST', '/v1/blocklist/', blocklistChange(['27825550101']))
  expect(body).toEqual(record)
  expect(await thandi.log()).toMatchObject([{ outcome: 'done' }])
})

test('a change without an answer is in the log with an unknown outcome', async () => {
  const thandi = await activity.person(newToken())
  activity.upstream.behave(({ socket }) => socket.destroy())
  await thandi.ask('POST', '/v1/blocklist/', blocklistChange(['27825550101']))
  expect(await thandi.log()).toMatchObject([
    { outcome: 'unknown', status: null, reason: 'No answer came.' },
  ])
})

test('a change whose caller hung up is in the log with an unknown outcome', async () => {
  const thandi = await activity.person(newToken())
  const leaving = new AbortController()
  activity.upstream.behave(() => leaving.abort())
  const change = blocklistChange(['27825550101'])
  await expect(thandi.ask('POST', '/v1/blocklist/', change, {}, leaving.signal)).rejects.toThrow()
  await expect
    .poll(() => thandi.log())
    .toMatchObject([{ outcome: 'unknown', status: null, reason: 'No answer came.' }])
})

test('the entry is there before the service receives the change', async () => {
  const token = newToken()
  const thandi = await activity.person(token)
  let outcomes: unknown
  activity.upstream.behave(async (_request, response) => {
    outcomes = await activity.database.db
      .selectFrom('activity')
      .select(['outcome', 'numbers'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    answer(response, 201, BLOCKED)
  })
  await thandi.ask('POST', '/v1/blocklist/', blocklistChange(['27825550199']))
  expect(outcomes).toEqual([{ outcome: 'unknown', numbers: ['27825550199'] }])
  expect(await thandi.log()).toMatchObject([{ outcome: 'done', reason: null }])
})

test('a made-up token adds no entry', async () => {
  const stranger = activity.script(newToken())
  changesAreAnswered(401, { detail: 'Invalid token.' })
  await stranger.ask('POST', '/v1/blocklist/', blocklistChange(['27825550101']))
  expect(await stranger.log()).toEqual([])
})

test('a blocklist change of more than 2 MiB is refused before the service receives it', async () => {
  const thandi = await activity.person(newToken())
  changesAreAnswered(201, BLOCKED)
  activity.upstream.requests.length = 0
  const body = JSON.stringify({ filler: 'x'.repeat(20 * 1024 * 1024) })
  expect((await thandi.ask('POST', '/v1/blocklist/', body)).status).toBe(413)
  expect(activity.upstream.requests).toEqual([])
})

test.each([
  ['POST', '/v1/%62locklist/unblock', 'numbers_unblocked'],
  ['DELETE', '/v1/blocklist/17/', 'numbers_unblocked'],
  ['PUT', '/v1/Blocklist', 'numbers_blocked'],
])('a change is in the log however its path is written: %s %s', async (method, path, kind) => {
  const script = activity.script(newToken())
  changesAreAnswered(200, {})
  await script.ask(method, path, blocklistChange(['27825550101']))
  expect((await script.log()).map(entry => entry.kind)).toEqual([kind])
})

test('invalid numbers of a change are counted', async () => {
  const script = activity.script(newToken())
  changesAreAnswered(400, {})
  const entries = [1, null, 'x', [], {}, { phone_number: 1 }, { phone_number: 'x' }]
  const body = { blocked_phone_number_list: [...entries, { phone_number: '27825550101' }] }
  await script.ask('POST', '/v1/blocklist/', JSON.stringify(body))
  const [entry] = await script.log()
  expect(entry).toMatchObject({ details: { count: 1, unreadable: 7 }, numbers: ['27825550101'] })
})

test.each([
  'not JSON',
  '[]',
  '{"entity": 1, "blocked_phone_number_list": [1, {"phone_number": "my secret token"}]}',
  '{"entity": {"reference": "\\u0000\\ud800"}, "blocked_phone_number_list": "27825550101"}',
])('a body that is no valid change leaves only the attempt in the log: %s', async body => {
  const script = activity.script(newToken())
  changesAreAnswered(400, {})
  await script.ask('POST', '/v1/blocklist/', body)
  const [entry] = await script.log()
  expect(entry).toMatchObject({ outcome: 'refused', numbers: [] })
  expect(JSON.stringify(entry)).not.toContain('secret')
})

test('a change of 10,000 numbers is stored completely, and listed with its first ones', async () => {
  const script = activity.script(newToken())
  changesAreAnswered(201, BLOCKED)
  const numbers = Array.from({ length: 10_000 }, (_, index) => `2782${5550000 + index}`)
  await script.ask('POST', '/v1/blocklist/', blocklistChange(numbers))
  const [entry] = await script.log()
  expect(entry?.details).toMatchObject({ count: 10_000 })
  expect(entry?.numbers).toEqual(numbers.slice(0, 3))
  expect((await script.entry(entry?.id ?? 0)).numbers).toEqual(numbers)
})

test('at most 100 numbers of a refused change are stored', async () => {
  const script = activity.script(newToken())
  changesAreAnswered(400, {})
  const numbers = Array.from({ length: 200 }, (_, index) => `2782${5550000 + index}`)
  await script.ask('POST', '/v1/blocklist/', blocklistChange(numbers))
  const [entry] = await script.log()
  expect(entry?.details).toMatchObject({ count: 200 })
  expect((await script.entry(entry?.id ?? 0)).numbers).toHaveLength(100)
})

test.each([
  ['27825550301', ['27825550301', '27825550302'], ['27825550301', '27825550302']],
  ['27825550302', ['+27825550302'], ['+27825550302']],
  ['27825550303', ['0825550303'], ['0825550303']],
  ['27825550304', ['+27 (82) 555-0304'], ['+27825550304']],
])(
  'the log finds the changes of the number %s, however a script wrote it',
  async (number, sent, numbers) => {
    const thandi = await activity.person(newToken(), 'Thandi')
    changesAreAnswered(201, BLOCKED)
    await thandi.ask('POST', '/v1/blocklist/', blocklistChange(sent))
    await thandi.ask('POST', '/v1/blocklist/', blocklistChange(['27825550999']))
    const entries = await thandi.log(`number=${number}`)
    expect(entries).toMatchObject([{ kind: 'numbers_blocked', numbers }])
  },
)

test('the log never shows the changes of a number by another account', async () => {
  const [thandi, pieter] = [
    await activity.person(newToken(), 'Thandi'),
    await activity.person(newToken(), 'Pieter'),
  ]
  changesAreAnswered(201, BLOCKED)
  await thandi.ask('POST', '/v1/blocklist/', blocklistChange(['27825550401']))
  expect(await pieter.log('number=27825550401')).toEqual([])
})
