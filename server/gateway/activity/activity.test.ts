import { describe, expect, test } from 'vitest'
import { NAME_NEEDED_HEADER } from '../../../contract/session.ts'
import { eventually } from '../../testing/eventually.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { FROM_DASHBOARD, signIn } from '../../testing/test-gateway.ts'
import { RANGE } from '../replays/testing/replay-client.ts'
import { activityOfFile, blocklistChange, type Caller, newToken } from './testing/start-activity.ts'

const activity = await activityOfFile()

/** Lists a single event that failed. */
function listEvent(id: string): void {
  const payload = { call_id: 1, company: { name: 'Acme Motors', reference: 'acme' } }
  activity.upstream.items = [
    JSON.stringify({ id, callback_url: activity.receiver.url, request_json: payload }),
  ]
}

/** Creates a ready run and returns its id. */
async function prepare(caller: Caller): Promise<string> {
  const { body } = await caller.ask('POST', '/gateway/replays', { ...RANGE, events: 'all' })
  const { id } = Object(body)
  const state = async () => Object((await caller.ask('GET', `/gateway/replays/${id}`)).body).state
  await eventually(async () => (await state()) === 'ready')
  return id
}

describe('replay runs', () => {
  test('starting one is in the log with its list, days, events and outcome; previewing it is not', async () => {
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
    await eventually(async () => Object((await thandi.log())[0]).run_outcome !== undefined)
    const run_outcome = { delivered: 1, failed_again: 0, skipped: 0 }
    expect(await thandi.log()).toMatchObject([{ run_outcome }])
  })

  test.each(['start', 'orders'])(
    'the log counts all events of a run after %s, also when they are skipped',
    async step => {
      listEvent(`e-skipped-${step}`)
      const thandi = await activity.person(newToken())
      const first = await prepare(thandi)
      const second = await prepare(thandi)
      await thandi.ask('POST', `/gateway/replays/${first}/start`, {})
      await eventually(async () => Object((await thandi.log())[0]).run_outcome !== undefined)
      await thandi.ask('POST', `/gateway/replays/${second}/${step}`, {})
      await eventually(async () => Object((await thandi.log())[0]).run_outcome !== undefined)
      expect((await thandi.log())[0]).toMatchObject({
        details: { run_id: second, count: 1 },
        run_outcome: { delivered: 0, failed_again: 0, skipped: 1 },
      })
    },
  )

  test('a run that isn’t finished says what it has left and how many receivers are paused', async () => {
    const payload = { call_id: 1 }
    activity.upstream.items = ['e-5', 'e-6', 'e-7', 'e-8'].map(id =>
      JSON.stringify({ id, callback_url: activity.receiver.url, request_json: payload }),
    )
    activity.receiver.behave(500)
    const thandi = await activity.person(newToken())
    const id = await prepare(thandi)
    await thandi.ask('POST', `/gateway/replays/${id}/start`, {})
    const left = async () => Object((await thandi.log()).at(-1)).run_left
    await eventually(async () => (await left()).paused_receivers === 1)
    const paused = { is_paused: false, paused_receivers: 1, events: 1 }
    expect(await left()).toEqual({ ...paused, waiting_receivers: 0 })
    await thandi.ask('POST', `/gateway/replays/${id}/orders`, {})
    // The order tries one event at once, and the receiver waits again after it.
    await expect.poll(left).toEqual({ ...paused, waiting_receivers: 1 })
    await thandi.ask('POST', `/gateway/replays/${id}/pause`)
    expect(await left()).toMatchObject({ is_paused: true, paused_receivers: 0 })
    activity.receiver.behave(200)
  })

  test('a single replayed event is in the log, and so is one that the service does not return', async () => {
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

  test('the log can be read although a run has invalid days', async () => {
    listEvent('e-4')
    const script = activity.script(newToken())
    const days = { from_date: '0001-01-01', to_date: '0001-01-01' }
    const odd = { ...RANGE, ...days, events: 'all', start: true }
    await script.ask('POST', '/gateway/replays', odd)
    expect(await script.log()).toMatchObject([{ kind: 'run_started' }])
  })

  test('discarding a draft is in the log with its number of events', async () => {
    listEvent('e-5')
    const thandi = await activity.person(newToken())
    const id = await prepare(thandi)
    const { body } = await thandi.ask('POST', `/gateway/replays/${id}/discard`)
    expect(body).toMatchObject({ causes: [{ cause: 'Discarded by Thandi.' }] })
    expect(await thandi.log()).toMatchObject([
      { kind: 'run_discarded', outcome: 'done', details: { run_id: id, count: 1 } },
    ])
  })

  test("cancelling is in the log, and an attempt to change another account's run is in the log of the account that tried", async () => {
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

test('setting and removing a receiver is in the log with its tracking number and host, and with the reason of a refusal', async () => {
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
      reason: 'The URL must begin with https://.',
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
    company: 'Acme Motors',
    format: 'csv',
  }
  const report = () => thandi.ask('POST', '/gateway/activity/exports', details)
  expect((await report()).status).toBe(204)
  expect(await thandi.log()).toMatchObject([{ kind: 'exported', who: 'Thandi', details }])
  const others = await Promise.all(Array.from({ length: 59 }, report))
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([204]))
  expect((await report()).status).toBe(429)
})

describe('a session without a name', () => {
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

  test.each(changes)('changes nothing at first: %s %s', async (method, path, body) => {
    const nobody = await activity.person(newToken(), '')
    activity.upstream.requests.length = 0
    const refused = await nobody.ask(method, path, body)
    expect(refused.status).toBe(409)
    expect(refused.headers.get(NAME_NEEDED_HEADER)).toBe('1')
    expect(refused.body).toMatchObject({ detail: expect.stringContaining('who you are') })
    expect(activity.upstream.requests.filter(asked => asked.method !== 'GET')).toEqual([])
    expect(await nobody.log()).toEqual([])
  })

  test('sets its name once, and can then change anything', async () => {
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

  test.each(['', '   ', '…', 'x'.repeat(81)])('refuses %j', async name => {
    const nobody = await activity.person(newToken(), '')
    expect((await nobody.ask('PUT', '/gateway/session/name', { name })).status).toBe(400)
  })

  test('cannot get its name from another site, and a script has no name', async () => {
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
