import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { ActivityPage } from '../../../contract/activity.ts'
import { EventGroups, ReadingStatus } from '../../../contract/events.ts'
import { FollowUpNotes, FollowUps } from '../../../contract/follow-up.ts'
import { Notices } from '../../../contract/notices/notice.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'
import { addRow, addRows } from '../../testing/rows.ts'
import { FROM_DASHBOARD, JSON_BODY, signIn } from '../../testing/test-gateway.ts'
import { copiedEventsOfFile, copiedRow } from '../events/testing/copied-events.ts'
import { RANGE } from '../events/testing/events.ts'

const HOOK = 'hooks.acme.example/calls'
const NEWEST = '2026-11-21T12:00:00Z'
const copies = await copiedEventsOfFile([
  { id: '1', time: '12:00', callback_url: `https://${HOOK}`, call: { company: 'Acme' } },
  { id: '2', time: '09:00', callback_url: `https://${HOOK}`, call: { company: 'Acme' } },
  { id: '3', time: null, call: { company: 'Timeless', tracking_number: '27105550143' } },
])
const { db } = copies.database
beforeEach(async () => {
  await db.deleteFrom('follow_up').execute()
  await db.deleteFrom('activity').execute()
})

const RECEIVER = { kind: 'receiver', value: HOOK } as const
const COMPANY = { kind: 'company', value: 'Acme' } as const

type Headers = Record<string, string>

async function person(name: string, token = 'acme'): Promise<Headers> {
  const cookie = await signIn(copies.gateway, { token, name })
  // `copies.get` sends a script's header otherwise.
  return { ...FROM_DASHBOARD, cookie, authorization: '' }
}

async function send(method: 'PUT' | 'POST', headers: Headers, body: object) {
  const path = `/gateway/follow-ups${method === 'POST' ? '/notes' : ''}`
  const response = await fetch(`${copies.gateway.url}${path}`, {
    method,
    headers: { ...headers, ...JSON_BODY },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

async function list(headers: Headers = { authorization: 'Token acme' }) {
  const response = await copies.get('/gateway/follow-ups', headers)
  return FollowUps.parse(await response.json()).results
}

async function notes(headers: Headers = {}) {
  const query = new URLSearchParams(RECEIVER)
  const response = await copies.get(`/gateway/follow-ups/notes?${query}`, headers)
  return FollowUpNotes.parse(await response.json()).results
}

/** As if the receiver had been set to done then. */
async function done(
  key: typeof RECEIVER | { kind: 'company' | 'receiver'; value: string },
  at: string,
) {
  await addRow(db, 'follow_up', {
    ...{ service: copies.service, account: 'acme', state: 'done', ...key },
    ...{ done_at: new Date(at), version: 1 },
  })
}

test('a person takes a receiver, and everybody on the account sees who has it', async () => {
  const thandi = await person('Thandi')
  expect(await send('PUT', thandi, { ...RECEIVER, version: 0, taken: true })).toEqual({
    status: 204,
    body: null,
  })
  expect(await list(await person('Sipho'))).toEqual([
    {
      ...RECEIVER,
      owner: 'Thandi',
      state: 'open',
      recurred_at: null,
      ticket_url: null,
      version: 1,
      changed: { at: expect.any(String), who: 'Thandi' },
      informed: null,
      notes: 0,
      language: null,
    },
  ])
})

test('another account sees nothing of it', async () => {
  await send('PUT', await person('Thandi'), { ...RECEIVER, version: 0, taken: true })
  await send('POST', await person('Thandi'), { ...RECEIVER, what: 'note', text: 'Called them' })
  expect(await list({ authorization: 'Token other' })).toEqual([])
  expect(await notes({ authorization: 'Token other' })).toEqual([])
})

test('the second of two people who take it at once is told who was faster', async () => {
  const answers = await Promise.all(
    [await person('Thandi'), await person('Sipho')].map(headers =>
      send('PUT', headers, { ...RECEIVER, version: 0, taken: true }),
    ),
  )
  const [{ owner } = { owner: null }] = await list()
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    detail: `${owner} changed this before you: ${owner} has taken it, it is open. Your change was not made.`,
  })
})

test('a person hands it over to a colleague, and to nobody else', async () => {
  const thandi = await person('Thandi')
  await person('Sipho')
  const handOver = (version: number, handed_to: string) =>
    send('PUT', thandi, { ...RECEIVER, version, handed_to })
  expect((await handOver(0, 'Sipho')).status).toBe(204)
  expect(await list()).toMatchObject([{ owner: 'Sipho', changed: { who: 'Thandi' } }])
  expect(await handOver(1, 'Siphiwe')).toEqual({
    status: 400,
    body: { handed_to: ['Nobody called Siphiwe has used Redial here.'] },
  })
  expect((await handOver(0, 'Thandi')).status).toBe(409)
  expect(await list()).toMatchObject([{ owner: 'Sipho', version: 1 }])
})

test.each([
  [RECEIVER, `Acme (${HOOK})`, `/receivers?receiver=${encodeURIComponent(HOOK)}`],
  [COMPANY, 'Acme', '/companies/Acme'],
])(
  'the notices of a colleague say who handed %o over, and nobody else gets that',
  async (about, name, link) => {
    await db.deleteFrom('notice').execute()
    const [thandi, sipho] = [await person('Thandi'), await person('Sipho')]
    await send('PUT', thandi, { ...about, version: 0, handed_to: 'Sipho' })
    await send('PUT', thandi, { ...about, version: 0, handed_to: 'Sipho' })
    const noticesOf = async (headers: Headers) =>
      Notices.parse(await (await copies.get('/gateway/notices', headers)).json())
    expect(await noticesOf(sipho)).toMatchObject({
      new: 1,
      results: [{ title: `Thandi handed ${name} over to you`, link }],
    })
    expect((await noticesOf(thandi)).results).toEqual([])
  },
)

test('a change to an older version says in words what it is now, and changes nothing', async () => {
  const [thandi, sipho] = [await person('Thandi'), await person('Sipho')]
  const ticket_url = 'https://tickets.example/7'
  await send('PUT', thandi, { ...RECEIVER, version: 0, state: 'waiting', ticket_url })
  expect(await send('PUT', sipho, { ...RECEIVER, version: 0, state: 'done' })).toEqual({
    status: 409,
    body: {
      detail: `Thandi changed this before you: nobody has taken it, it is waiting for the customer, its ticket is ${ticket_url}. Your change was not made.`,
    },
  })
  expect(await list()).toMatchObject([{ state: 'waiting', version: 1 }])
})

describe('an account with as many follow-ups as it may have', () => {
  beforeEach(async () => {
    await sql`
      insert into follow_up (service, account, kind, value, version)
      select ${copies.service}, 'acme', 'receiver', case n when 1 then ${HOOK} else n::text end, 1
      from generate_series(1, 10000) n
    `.execute(db)
  })

  test('can change one of them', async () => {
    const change = { ...RECEIVER, version: 1, taken: true }
    expect(await send('PUT', await person('Thandi'), change)).toEqual({ status: 204, body: null })
  })

  test('gets no other one', async () => {
    const detail = 'No more than 10,000 receivers and companies can have a follow-up.'
    const change = { ...COMPANY, version: 0, taken: true }
    expect(await send('PUT', await person('Thandi'), change)).toEqual({
      status: 409,
      body: { detail },
    })
  })
})

test('notes of two people at once are both kept, with author and time', async () => {
  const people = [await person('Thandi'), await person('Sipho')]
  const answers = await Promise.all(
    people.map((headers, place) =>
      send('POST', headers, { ...RECEIVER, what: 'note', text: ` Note ${place} ` }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  const written = (await notes()).toSorted((one, other) =>
    `${one.text}` < `${other.text}` ? -1 : 1,
  )
  expect(written).toMatchObject([
    { who: 'Thandi', what: 'note', text: 'Note 0', at: expect.stringMatching(/\+02:00$/) },
    { who: 'Sipho', what: 'note', text: 'Note 1' },
  ])
})

test('a note needs no version and spoils no change of somebody who has not seen it', async () => {
  const thandi = await person('Thandi')
  await send('POST', thandi, { ...RECEIVER, what: 'note', text: 'Called them' })
  expect((await send('PUT', thandi, { ...RECEIVER, version: 0, taken: true })).status).toBe(204)
  expect(await list()).toMatchObject([{ owner: 'Thandi', notes: 1, version: 1 }])
})

test('the mark that the customer was informed says about what, can be set again and withdrawn, and stays in the notes', async () => {
  const thandi = await person('Thandi')
  await send('POST', thandi, { ...RECEIVER, what: 'informed' })
  expect(await list()).toMatchObject([{ informed: { who: 'Thandi', text: null }, notes: 0 }])
  const text = '3 calls delivered on 22 November 2026'
  await send('POST', await person('Sipho'), { ...RECEIVER, what: 'informed', text })
  expect(await list()).toMatchObject([{ informed: { who: 'Sipho', text } }])
  await send('POST', thandi, { ...RECEIVER, what: 'not_informed' })
  expect(await list()).toMatchObject([{ informed: null }])
  expect((await notes()).map(({ what, text }) => [what, text])).toEqual([
    ['not_informed', null],
    ['informed', text],
    ['informed', null],
  ])
})

test.each([RECEIVER, COMPANY])('a new failure reopens what was done: $kind', async key => {
  await done(key, '2026-11-21T11:59:00Z')
  expect(await list()).toMatchObject([
    { state: 'open', recurred_at: '2026-11-21T14:00:00.000+02:00' },
  ])
})

test.each([RECEIVER, COMPANY])('failures from before do not reopen it: $kind', async key => {
  await done(key, NEWEST)
  expect(await list()).toMatchObject([{ state: 'done', recurred_at: null }])
})

test.each([RECEIVER, COMPANY])('a replay that fails later reopens it: $kind', async key => {
  await done(key, '2026-11-23T06:00:00Z')
  await copies.setState('1', { failed_again_at: new Date('2026-11-23T05:59:00Z') })
  expect(await list()).toMatchObject([{ state: 'done' }])
  await copies.setState('2', { failed_again_at: new Date('2026-11-23T06:01:00Z') })
  expect(await list()).toMatchObject([
    { state: 'open', recurred_at: '2026-11-23T08:01:00.000+02:00' },
  ])
})

test('an event without a time reopens it only from the day after', async () => {
  const timeless = { kind: 'company', value: 'Timeless' } as const
  await done(timeless, '2026-11-21T06:00:00Z')
  expect(await list()).toMatchObject([{ state: 'done' }])
  await db.deleteFrom('follow_up').execute()
  await done(timeless, '2026-11-20T20:00:00Z')
  expect(await list()).toMatchObject([{ state: 'open' }])
})

test('a receiver that is set for a tracking number is reopened by its events', async () => {
  await copies.setReceiver('27105550143', 'https://set.example/calls')
  await done({ kind: 'receiver', value: 'set.example/calls' }, '2026-11-20T06:00:00Z')
  expect(await list()).toMatchObject([{ state: 'open' }])
})

test('it is done again when somebody sets it to done after that', async () => {
  await done(RECEIVER, '2026-11-21T11:59:00Z')
  await send('PUT', await person('Thandi'), { ...RECEIVER, version: 1, state: 'done' })
  expect(await list()).toMatchObject([{ state: 'done', recurred_at: null, version: 2 }])
})

test.each([
  [{ ticket_url: 'javascript:alert(1)' }, { ticket_url: expect.anything() }],
  [{ ticket_url: 'tickets/7' }, { ticket_url: expect.anything() }],
  [{ state: 'closed' }, { state: expect.anything() }],
  [{ value: '' }, { value: expect.anything() }],
])('a change that cannot be stored is refused: %j', async (part, errors) => {
  const change = { ...RECEIVER, version: 0, ...part }
  expect(await send('PUT', await person('Thandi'), change)).toEqual({ status: 400, body: errors })
  expect(await list()).toEqual([])
})

test('a script has no name, so it can take nothing', async () => {
  const script = { authorization: 'Token acme' }
  expect(await send('PUT', script, { ...RECEIVER, version: 0, taken: true })).toEqual({
    status: 400,
    body: { taken: ['Only a person who is signed in can take it.'] },
  })
})

test('changes and notes are in the activity log, without the text of notes', async () => {
  const thandi = await person('Thandi')
  await send('PUT', thandi, { ...COMPANY, version: 0, taken: true, state: 'waiting' })
  await send('POST', thandi, { ...COMPANY, what: 'note', text: 'Ms Dlamini is away' })
  await send('POST', thandi, { ...COMPANY, what: 'informed' })
  const response = await copies.get('/gateway/activity')
  const { results } = ActivityPage.parse(await response.json())
  const about = { about: 'company', name: 'Acme' }
  expect(results.map(({ kind, details }) => [kind, details])).toEqual([
    ['customer_informed', about],
    ['note_added', about],
    ['follow_up_changed', { ...about, taken: true, state: 'waiting' }],
    ['signed_in', {}],
  ])
})

/** The names of the groups that a filter lists, for the person. */
async function groups(
  headers: Headers,
  by: 'receiver' | 'company' | 'cause',
  follow_up: string,
  day = '2026-11-21',
) {
  const range = { list: 'call_events_fail', from_date: day, to_date: addDays(day, 1) }
  const query = new URLSearchParams({ ...range, by, follow_up })
  const response = await copies.get(`/gateway/events/groups?${query}`, headers)
  const { results, count } = EventGroups.parse(await response.json())
  expect(count).toBe(results.length)
  return results.map(({ name }) => name)
}

test('the reading of a range says whether follow-ups of the account have changed', async () => {
  const version = async (token = 'acme') => {
    const answer = await copies.get(`/gateway/events/reading?${RANGE}`, {
      authorization: `Token ${token}`,
    })
    return ReadingStatus.parse(await answer.json()).follow_ups
  }
  const [thandi, other] = [await person('Thandi'), await version('stranger')]
  const seen = [await version()]
  expect(await version()).toBe(seen[0])
  await send('PUT', thandi, { ...RECEIVER, version: 0, taken: true })
  seen.push(await version())
  await send('POST', thandi, { ...RECEIVER, what: 'note', text: 'Called them.' })
  seen.push(await version())
  await send('POST', thandi, { ...RECEIVER, what: 'informed' })
  seen.push(await version())
  expect(new Set(seen).size).toBe(4)
  expect(await version('stranger')).toBe(other)
})

test('groups are filtered by who has taken them', async () => {
  const [thandi, sipho] = [await person('Thandi'), await person('Sipho')]
  await send('PUT', thandi, { ...RECEIVER, version: 0, taken: true })
  expect(await groups(sipho, 'receiver', 'untaken')).toEqual(['Receiver unknown'])
  expect(await groups(sipho, 'receiver', 'mine')).toEqual([])
  expect(await groups(thandi, 'receiver', 'mine')).toEqual([HOOK])
})

test.each([RECEIVER, COMPANY])(
  'a person who takes a $kind has taken its events, however they are grouped',
  async key => {
    const [thandi, sipho] = [await person('Thandi'), await person('Sipho')]
    await send('PUT', thandi, { ...key, version: 0, taken: true })
    expect(await groups(thandi, 'receiver', 'mine')).toEqual([HOOK])
    expect(await groups(thandi, 'company', 'mine')).toEqual(['Acme'])
    expect(await groups(thandi, 'receiver', 'untaken')).toEqual(['Receiver unknown'])
    expect(await groups(thandi, 'company', 'untaken')).toEqual(['Timeless'])
    expect(await groups(sipho, 'receiver', 'mine')).toEqual([])
    await send('PUT', thandi, { ...key, version: 1, handed_to: 'Sipho' })
    expect(await groups(sipho, 'receiver', 'mine')).toEqual([HOOK])
    expect(await groups(thandi, 'receiver', 'mine')).toEqual([])
  },
)

test('a receiver of two companies needs somebody as long as nobody has taken one of them', async () => {
  const shared = { callback_url: 'https://shared.example/calls', day: '2026-11-22' }
  await addRows(
    db,
    'listed_event',
    copiedRow({ id: '4', ...shared, call: { company: 'Acme' } }, copies.mirrorId, 4),
    copiedRow({ id: '5', ...shared, call: { company: 'Bela' } }, copies.mirrorId, 5),
  )
  const thandi = await person('Thandi')
  await send('PUT', thandi, { ...COMPANY, version: 0, taken: true })
  expect(await groups(thandi, 'receiver', 'mine', '2026-11-22')).toEqual(['shared.example/calls'])
  expect(await groups(thandi, 'receiver', 'untaken', '2026-11-22')).toEqual([
    'shared.example/calls',
  ])
  const bela = { kind: 'company', value: 'Bela' } as const
  await send('PUT', thandi, { ...bela, version: 0, state: 'done' })
  expect(await groups(thandi, 'receiver', 'untaken', '2026-11-22')).toEqual([])
})

test('groups are filtered by what waits for the customer and by what is done', async () => {
  const thandi = await person('Thandi')
  await send('PUT', thandi, { ...COMPANY, version: 0, state: 'waiting' })
  expect(await groups(thandi, 'company', 'waiting')).toEqual(['Acme'])
  await send('PUT', thandi, { ...COMPANY, version: 1, state: 'done' })
  expect(await groups(thandi, 'company', 'waiting')).toEqual([])
  expect(await groups(thandi, 'company', 'done')).toEqual(['Acme'])
  expect(await groups(thandi, 'company', 'untaken')).toEqual(['Timeless'])
})

test('what was reopened is not listed as done', async () => {
  await done(COMPANY, '2026-11-21T11:59:00Z')
  expect(await groups(await person('Thandi'), 'company', 'done')).toEqual([])
  expect(await groups(await person('Thandi'), 'company', 'untaken')).toEqual(['Acme', 'Timeless'])
})

test('causes have no follow-up, so all are listed', async () => {
  expect(await groups(await person('Thandi'), 'cause', 'mine')).not.toEqual([])
})

test('the language of messages is kept for the account, whatever happens to the follow-up', async () => {
  const thandi = await person('Thandi')
  const choose = (language: string) =>
    fetch(`${copies.gateway.url}/gateway/follow-ups/language`, {
      method: 'PUT',
      headers: { ...thandi, ...JSON_BODY },
      body: JSON.stringify({ ...COMPANY, language }),
    })
  expect((await choose('af')).status).toBe(204)
  expect(await list()).toMatchObject([{ ...COMPANY, language: 'af', version: 0 }])
  await send('PUT', thandi, { ...COMPANY, version: 0, state: 'waiting' })
  expect(await list()).toMatchObject([{ language: 'af', state: 'waiting', version: 1 }])
  await choose('en')
  expect(await list()).toMatchObject([{ language: 'en', state: 'waiting', version: 1 }])
  expect((await choose('nl')).status).toBe(400)
})
