import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BlockNotes } from '../../../contract/blocklist/block-notes.ts'
import {
  REFUSED_CHECKS_PATH,
  TRACKING_NUMBERS_PATH,
} from '../../../contract/blocklist/blocklist-extensions.ts'
import { ProtectedNumbers } from '../../../contract/blocklist/protected-number.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { addRow } from '../../testing/rows.ts'
import { activityOfFile, newToken } from '../activity/testing/start-activity.ts'
import { copiedEventsOfFile } from '../events/testing/copied-events.ts'

/** Tracking numbers as services write them in events. */
const WRITTEN = ['+27 11 555 0103', '27115550104', '011 555 0105', '0027 (11) 555-0106']
const copied = await copiedEventsOfFile(
  WRITTEN.map((tracking_number, place) => ({
    id: `${place}`,
    call: { tracking_number, company: { name: 'Acme Cars Sandton', reference: 'acme' } },
  })),
)
const activity = await activityOfFile()
const PATH = '/gateway/protected-numbers'
const OFFICE = '27115550100'

/** What a service answers to the paths that only ours has. */
function extensionsAnswer(status: number, body: (path: string) => unknown): void {
  activity.upstream.behave((request, response) => {
    const path = request.url ?? ''
    if (![REFUSED_CHECKS_PATH, TRACKING_NUMBERS_PATH].includes(path)) {
      return activity.upstream.serve(request, response)
    }
    answer(response, status, body(path))
  })
}

async function protectedBy(person: Awaited<ReturnType<typeof activity.person>>) {
  return ProtectedNumbers.parse((await person.ask('GET', PATH)).body).results
}

test('a number is protected for everybody on the account, and then removed', async () => {
  const token = newToken()
  const thandi = await activity.person(token)
  const sipho = await activity.person(token, 'Sipho')
  expect((await thandi.ask('PUT', `${PATH}/${OFFICE}`, { label: 'Head office' })).status).toBe(204)
  const listed = { phone_number: OFFICE, kind: 'listed', label: 'Head office', who: 'Thandi' }
  expect(await protectedBy(sipho)).toEqual([listed])
  await sipho.ask('PUT', `${PATH}/${OFFICE}`, { label: 'Reception' })
  expect(await protectedBy(thandi)).toEqual([{ ...listed, label: 'Reception', who: 'Sipho' }])
  expect((await thandi.ask('DELETE', `${PATH}/${OFFICE}`)).status).toBe(204)
  expect(await protectedBy(thandi)).toEqual([])
  expect((await thandi.log()).map(({ kind }) => kind)).toEqual([
    'number_unprotected',
    'number_protected',
    'number_protected',
  ])
})

test('a number on a full list can still be renamed', async () => {
  const thandi = await activity.person(newToken())
  await thandi.ask('PUT', `${PATH}/${OFFICE}`, { label: 'Head office' })
  await sql`
    insert into protected_number (service, account, phone_number, label)
    select service, account, (27820000000 + n)::text, label
    from protected_number, generate_series(1, 9999) as n where phone_number = ${OFFICE}
  `.execute(activity.database.db)
  expect((await thandi.ask('PUT', `${PATH}/${OFFICE}`, { label: 'Reception' })).status).toBe(204)
  expect((await thandi.ask('PUT', `${PATH}/27115550101`, { label: 'Stores' })).status).toBe(409)
})

test('another account has a list of its own', async () => {
  const [thandi, other] = [await activity.person(newToken()), await activity.person(newToken())]
  await thandi.ask('PUT', `${PATH}/${OFFICE}`, { label: 'Head office' })
  expect(await protectedBy(other)).toEqual([])
})

test.each([
  ['PUT', `${PATH}/0115550100`, { label: 'Head office' }, 400],
  ['PUT', `${PATH}/${OFFICE}`, { label: ' ' }, 400],
  ['PUT', `${PATH}/${OFFICE}`, { label: 'x'.repeat(101) }, 400],
  ['DELETE', `${PATH}/27115550199`, undefined, 404],
])('%s %s with %j is answered %4$i', async (method, path, body, status) => {
  const thandi = await activity.person(newToken())
  expect((await thandi.ask(method, path, body)).status).toBe(status)
  expect(await protectedBy(thandi)).toEqual([])
})

test.each(['0105550143', '+27 10 555 0143', '0027105550143'])(
  'the number %s of a receiver is a tracking number, with its country code',
  async number => {
    const thandi = await activity.person(newToken())
    await thandi.ask('PUT', `/gateway/receivers/${encodeURIComponent(number)}`, {
      url: 'https://1.1.1.1/hook',
    })
    expect(await protectedBy(thandi)).toEqual([
      { phone_number: '27105550143', kind: 'tracking_number', label: null, who: null },
    ])
  },
)

test('tracking numbers of events that were read are protected, however they are written', async () => {
  const { results } = ProtectedNumbers.parse(await (await copied.get(PATH)).json())
  expect(results.map(({ phone_number }) => phone_number).sort()).toEqual([
    '27115550103',
    '27115550104',
    '27115550105',
    '27115550106',
  ])
  expect(new Set(results.map(({ kind, label }) => `${kind}: ${label}`))).toEqual(
    new Set(['tracking_number: Acme Cars Sandton']),
  )
})

test('tracking numbers that our own service lists have the names of their companies', async () => {
  const thandi = await activity.person(newToken())
  extensionsAnswer(200, () => [{ phone_number: '27105550142', company: 'Acme Cars' }])
  expect(await protectedBy(thandi)).toEqual([
    { phone_number: '27105550142', kind: 'tracking_number', label: 'Acme Cars', who: null },
  ])
})

/** Whether numbers are missing for a new account that has a copy. */
async function isIncompleteFor(account: string, trackingNumbers: unknown): Promise<boolean> {
  const { upstream, gateway, database } = copied
  const owner = { service: upstream.url, account }
  await addRow(database.db, 'event_mirror', { ...owner, list: 'call_events_fail' })
  upstream.behave((_request, response) => answer(response, 200, trackingNumbers))
  const headers = { authorization: `Token ${account}` }
  const response = await fetch(`${gateway.url}${PATH}`, { headers })
  return ProtectedNumbers.parse(await response.json()).is_incomplete
}

test('the numbers are incomplete if the copies or our own tracking numbers can’t be read', async () => {
  expect(await isIncompleteFor('complete', [])).toBe(false)
  expect(await isIncompleteFor('no numbers', {})).toBe(true)
  copied.upstream.prove((_request, response) => answer(response, 500, {}))
  expect(await isIncompleteFor('no copies', [])).toBe(true)
})

test('refused calls that the service tells of come with the notes', async () => {
  const thandi = await activity.person(newToken())
  const check = {
    entity_context_name: 'company',
    entity: { reference: 'acme', name: 'Acme Cars' },
    phone_number: '27825550101',
    count: 3,
    last_at: '2026-11-21T10:00:00.000+02:00',
  }
  extensionsAnswer(200, () => [check])
  const { body } = await thandi.ask('GET', '/gateway/block-notes')
  expect(BlockNotes.parse(body).refused_checks).toEqual([check])
})

test.each([
  ['a page', 200, { count: 0, next: null, previous: null, results: [] }],
  ['a refusal', 403, { detail: 'No.' }],
  ['a fault', 500, { detail: 'Oops.' }],
  // Last, because it isn't asked again for some minutes.
  ['no such path', 404, { detail: 'Not found.' }],
])('a service that answers %s tells nothing', async (_what, status, body) => {
  const thandi = await activity.person(newToken())
  extensionsAnswer(status, () => body)
  const answered = await thandi.ask('GET', '/gateway/block-notes')
  expect(BlockNotes.parse(answered.body)).toMatchObject({ results: [], refused_checks: null })
})
