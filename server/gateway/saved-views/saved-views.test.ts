import { beforeEach, expect, test } from 'vitest'
import { SavedView, SavedViews } from '../../../contract/saved-view.ts'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { answer, startUpstream } from '../../testing/peers/test-upstream.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { FROM_DASHBOARD, JSON_BODY, signIn, startTestGateway } from '../../testing/test-gateway.ts'

const upstream = await closedAfterAll(
  startUpstream((_request, response) => answer(response, 200, { count: 0, results: [] })),
)
const database = await openTestDatabase()
const gateway = await closedAfterAll(
  startTestGateway(upstream.url, {
    database,
    own: {
      accountOf: async authorization => authorization.replace('Token ', '').replace(/-.*/, ''),
    },
  }),
)
const sessionOf = async (token: string, name: string) => ({
  cookie: await signIn(gateway, { token, name }),
})
const thandi = await sessionOf('acme-1', 'Thandi')
const pieter = await sessionOf('acme-2', 'Pieter')
const other = await sessionOf('zulu-1', 'Thandi')
beforeEach(async () => {
  await database.db.deleteFrom('saved_view').execute()
  await database.db.deleteFrom('saved_view_default').execute()
})

const VIEW = {
  name: 'Mornings',
  list: 'call_events_fail',
  is_shared: true,
  days: { kind: 'relative', from_back: 1, to_back: 0 },
  query: '?company=Acme',
  layout: null,
} as const

async function ask(who: object, method: string, path: string, body?: object) {
  const response = await fetch(`${gateway.url}/gateway/${path}`, {
    method,
    headers: { ...who, ...FROM_DASHBOARD, ...(body && JSON_BODY) },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

async function save(who: object, changes: object = {}) {
  const { body } = await ask(who, 'POST', 'saved-views', { ...VIEW, ...changes })
  return SavedView.parse(body)
}

async function names(who: object): Promise<string[]> {
  const { body } = await ask(who, 'GET', 'saved-views')
  return SavedViews.parse(body).results.map(({ name }) => name)
}

const change = (who: object, { id, ...view }: SavedView, changes: object) =>
  ask(who, 'PUT', `saved-views/${id}`, { ...view, ...changes })

test('a view has what was saved, and who saved it', async () => {
  expect(await save(thandi)).toEqual({
    ...VIEW,
    id: expect.any(String),
    version: 1,
    is_default: false,
    who: 'Thandi',
    changed_at: expect.stringMatching(/\+02:00$/),
  })
})

test('everybody on the account sees a shared view, and only its person another one', async () => {
  await save(thandi)
  await save(thandi, { name: 'Mine', is_shared: false })
  expect(await names(thandi)).toEqual(['Mine', 'Mornings'])
  expect(await names(pieter)).toEqual(['Mornings'])
  expect(await names(other)).toEqual([])
})

test('a person has their views in each session, however their name is written', async () => {
  await save(thandi, { is_shared: false })
  expect(await names(await sessionOf('acme-2', 'THANDI'))).toEqual(['Mornings'])
})

test('a colleague changes a shared view, and nobody the view of another person', async () => {
  const shared = await save(thandi)
  const own = await save(thandi, { name: 'Mine', is_shared: false })
  expect(await change(pieter, shared, { name: 'Early' })).toMatchObject({
    status: 200,
    body: { name: 'Early', version: 2, who: 'Pieter' },
  })
  expect((await change(pieter, own, { name: 'Yours' })).status).toBe(404)
  expect((await ask(pieter, 'DELETE', `saved-views/${own.id}?version=1`)).status).toBe(404)
  expect(await names(thandi)).toEqual(['Early', 'Mine'])
})

test('of two people who change a view at once, the second is told', async () => {
  const view = await save(thandi)
  await change(pieter, view, { query: '?company=Zulu' })
  expect(await change(thandi, view, { name: 'Nights' })).toEqual({
    status: 409,
    body: {
      detail: 'Pieter has changed this view in the meantime. Nothing was changed now.',
    },
  })
  expect((await ask(thandi, 'DELETE', `saved-views/${view.id}?version=1`)).status).toBe(409)
  expect(await names(thandi)).toEqual(['Mornings'])
})

test('a name is unique among the shared views and among those of a person', async () => {
  await save(thandi)
  const taken = { status: 400, body: { name: [expect.stringContaining('already exists')] } }
  expect(await ask(pieter, 'POST', 'saved-views', { ...VIEW, name: 'MORNINGS' })).toEqual(taken)
  const evenings = await save(pieter, { name: 'Evenings' })
  expect(await change(thandi, evenings, { name: 'mornings' })).toEqual(taken)
  await save(pieter, { is_shared: false })
  expect(await names(pieter)).toEqual(['Evenings', 'Mornings', 'Mornings'])
})

test('a deleted view is restored with its id, once, and is a default again', async () => {
  const { id, list, ...view } = await save(thandi)
  await ask(thandi, 'PUT', `default-views/${list}`, { id })
  expect((await ask(thandi, 'DELETE', `saved-views/${id}?version=1`)).status).toBe(204)
  expect(await names(thandi)).toEqual([])
  expect(await save(thandi, { ...view, id })).toMatchObject({ id, is_default: true })
  expect((await ask(thandi, 'POST', 'saved-views', { ...VIEW, name: 'Else', id })).status).toBe(409)
})

test('each person has a default for each list, which the session names', async () => {
  const { id, days, query } = await save(thandi)
  const { id: newer } = await save(pieter, { name: 'Newer', query: '' })
  await ask(thandi, 'PUT', 'default-views/call_events_fail', { id: newer })
  await ask(thandi, 'PUT', 'default-views/call_events_fail', { id })
  expect((await ask(thandi, 'GET', 'session')).body.default_views).toEqual({
    call_events_fail: { days, query },
  })
  expect((await ask(pieter, 'GET', 'session')).body).not.toHaveProperty('default_views')
  await ask(thandi, 'PUT', 'default-views/call_events_fail', { id: null })
  expect((await ask(thandi, 'GET', 'session')).body).not.toHaveProperty('default_views')
})

test('a view of the other list, or of another person, is no default', async () => {
  const { id } = await save(thandi, { is_shared: false })
  const set = async (who: object, list: string) =>
    (await ask(who, 'PUT', `default-views/${list}`, { id })).status
  expect([
    await set(thandi, 'transcription_events_fail'),
    await set(pieter, 'call_events_fail'),
  ]).toEqual([404, 404])
})

test('a script has no name, and so no views of its own', async () => {
  const script = { authorization: 'Token acme-1' }
  const { status, body } = await ask(script, 'POST', 'saved-views', { ...VIEW, is_shared: false })
  expect([status, Object.keys(body)]).toEqual([400, ['is_shared']])
})

test('an account has at most 500 views', async () => {
  const { days, ...view } = VIEW
  const { is_shared: _, ...values } = { ...view, days: JSON.stringify(days), who: null }
  const owner = { service: upstream.url, account: 'acme', owner: null }
  const rows = Array.from({ length: 500 }, (_, at) => ({ ...values, ...owner, name: `View ${at}` }))
  await database.db.insertInto('saved_view').values(rows).execute()
  expect((await ask(thandi, 'POST', 'saved-views', VIEW)).status).toBe(409)
})
