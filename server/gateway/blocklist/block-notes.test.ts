import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  BLOCK_NOTE_HEADER,
  type BlockNoteFields,
  BlockNotes,
} from '../../../contract/blocklist/block-notes.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { activityOfFile, blocklistChange, newToken } from '../activity/testing/start-activity.ts'

const activity = await activityOfFile()
const PATH = '/gateway/block-notes'

/** How the service answers changes of its blocklist, and pages of it. */
function serviceAnswers(status: number, body: object = {}, page = 404): void {
  activity.upstream.behave((request, response) => {
    if (request.method !== 'GET') return answer(response, status, body)
    if (request.url?.startsWith('/v1/blocklist/')) return answer(response, page, {})
    return activity.upstream.serve(request, response)
  })
}

async function colleagues(...names: string[]) {
  const token = newToken()
  const people = await Promise.all(names.map(name => activity.person(token, name)))
  return people.map(person => ({
    ...person,
    block: (numbers: string[], note: BlockNoteFields = {}, more: object = {}) =>
      person.ask('POST', '/v1/blocklist/', blocklistChange(numbers, more), {
        [BLOCK_NOTE_HEADER]: encodeURIComponent(JSON.stringify(note)),
      }),
    unblock: (numbers: string[]) =>
      person.ask('POST', '/v1/blocklist/unblock/', blocklistChange(numbers)),
    change: (numbers: string[], fields: object) =>
      person.ask('PUT', PATH, blocklistChange(numbers, fields)),
    notes: async () => BlockNotes.parse((await person.ask('GET', PATH)).body).results,
  }))
}

async function one(name = 'Thandi') {
  const [person] = await colleagues(name)
  if (!person) throw new Error('Nobody signed in')
  return person
}

const SPAM = { reason: 'spam', note: 'Sells solar panels', until: '2026-12-31' } as const

test('a block has its reason, note and end, who made it and when', async () => {
  const thandi = await one()
  serviceAnswers(201)
  await thandi.block(['27825550101', '27825550102'], SPAM)
  expect(await thandi.notes()).toEqual([
    {
      ...SPAM,
      entity_context_name: 'company',
      reference: 'acme',
      who: 'Thandi',
      at: expect.stringMatching(/\+02:00$/),
      phone_numbers: ['27825550101', '27825550102'],
    },
  ])
})

test('the service gets neither the header nor another body', async () => {
  const thandi = await one()
  serviceAnswers(201)
  activity.upstream.requests.length = 0
  await thandi.block(['27825550101'], SPAM)
  const [request] = activity.upstream.requests
  expect(request?.headers).not.toHaveProperty(BLOCK_NOTE_HEADER)
  expect(JSON.parse(request?.body ?? '')).toEqual(blocklistChange(['27825550101']))
})

test('a block without a reason has its author', async () => {
  const thandi = await one()
  serviceAnswers(201)
  await thandi.ask('POST', '/v1/blocklist/', blocklistChange(['27825550101']))
  expect(await thandi.notes()).toMatchObject([{ reason: null, note: null, who: 'Thandi' }])
})

test.each([
  [{ reason: 'because' }],
  [{ until: '2026-02-30' }],
  [{ note: ' ' }],
  [{ note: 'x'.repeat(301) }],
  [['spam']],
  ['%7Bspam'],
])('a note that is not valid is refused before anything is blocked: %j', async note => {
  const thandi = await one()
  serviceAnswers(201)
  activity.upstream.requests.length = 0
  const { status } = await thandi.ask('POST', '/v1/blocklist/', blocklistChange(['27825550101']), {
    [BLOCK_NOTE_HEADER]: typeof note === 'string' ? note : encodeURIComponent(JSON.stringify(note)),
  })
  expect([status, activity.upstream.requests]).toEqual([400, []])
})

test.each([400, 403])('a block that the service answered with %i has no note', async status => {
  const thandi = await one()
  serviceAnswers(status, { detail: 'No.' })
  await thandi.block(['27825550101'], SPAM)
  expect(await thandi.notes()).toEqual([])
})

test('a block whose answer was lost has its note, because the service may have made it', async () => {
  const thandi = await one()
  activity.upstream.behave(({ socket }) => socket.destroy())
  await thandi.block(['27825550101'], SPAM)
  expect(await thandi.notes()).toMatchObject([{ ...SPAM, who: 'Thandi' }])
})

test('an unblocking whose answer was lost keeps the note', async () => {
  const thandi = await one()
  serviceAnswers(201)
  await thandi.block(['27825550101'], SPAM)
  activity.upstream.behave(({ socket }) => socket.destroy())
  await thandi.unblock(['27825550101'])
  expect(await thandi.notes()).toMatchObject([SPAM])
})

test('an unblocked number has no note any more, and the others keep theirs', async () => {
  const thandi = await one()
  serviceAnswers(201)
  await thandi.block(['27825550101', '27825550102'], SPAM)
  await thandi.block(['27825550101'], SPAM, { entity_context_name: 'group' })
  serviceAnswers(200)
  await thandi.unblock(['27825550101'])
  expect(await thandi.notes()).toMatchObject([
    { entity_context_name: 'company', phone_numbers: ['27825550102'] },
    { entity_context_name: 'group', phone_numbers: ['27825550101'] },
  ])
})

test('a note ends with its number, which a service may list in its national form', async () => {
  const thandi = await one()
  serviceAnswers(201)
  await thandi.block(['27825550101', '27825550102'], SPAM)
  serviceAnswers(200)
  await thandi.unblock(['0825550101'])
  expect(await thandi.notes()).toMatchObject([{ phone_numbers: ['27825550102'] }])
})

test('of two people who block a number, the later one is its author', async () => {
  const [thandi, sipho] = await colleagues('Thandi', 'Sipho')
  serviceAnswers(201)
  await thandi?.block(['27825550101'], { reason: 'spam' })
  await sipho?.block(['27825550101'], { reason: 'harassment' })
  const notes = (await thandi?.notes()) ?? []
  expect(notes.at(-1)).toMatchObject({ reason: 'harassment', who: 'Sipho' })
})

test('if two people block and unblock a number at once, the later change counts', async () => {
  const [thandi, sipho] = await colleagues('Thandi', 'Sipho')
  const received: string[] = []
  const begun = Promise.withResolvers<void>()
  const isWaiting = Promise.withResolvers<void>()
  activity.upstream.behave((request, response) => {
    const path = request.url ?? ''
    if (request.method === 'GET') return activity.upstream.serve(request, response)
    received.push(path)
    begun.resolve()
    // The answer to the block is slow.
    if (path === '/v1/blocklist/') return isWaiting.promise.then(() => answer(response, 201, {}))
    return answer(response, 200, {})
  })
  const block = thandi?.block(['27825550101'], SPAM)
  await begun.promise
  const unblock = sipho?.unblock(['27825550101'])
  const kinds = async () => (await sipho?.log())?.map(({ kind }) => kind)
  await expect.poll(kinds).toContain('numbers_unblocked')
  isWaiting.resolve()
  await Promise.all([block, unblock])
  expect(received).toEqual(['/v1/blocklist/', '/v1/blocklist/unblock/'])
  expect(await thandi?.notes()).toEqual([])
})

test('a script that repeats a block does not replace its note', async () => {
  const token = newToken()
  const thandi = await activity.person(token)
  serviceAnswers(201)
  await thandi.ask('POST', '/v1/blocklist/', blocklistChange(['27825550101']), {
    [BLOCK_NOTE_HEADER]: encodeURIComponent(JSON.stringify(SPAM)),
  })
  const repeated = blocklistChange(['+27 82 555 0101', '27825550102'])
  await activity.script(token).ask('POST', '/v1/blocklist/', repeated)
  const { results } = BlockNotes.parse((await thandi.ask('GET', PATH)).body)
  expect(results).toMatchObject([
    { ...SPAM, who: 'Thandi', phone_numbers: ['27825550101'] },
    { reason: null, who: null, phone_numbers: ['27825550102'] },
  ])
})

test('a change sets the fields that it has, and keeps the others, the author and the time', async () => {
  const [thandi, sipho] = await colleagues('Thandi', 'Sipho')
  serviceAnswers(201)
  await thandi?.block(['27825550101', '27825550102'], SPAM)
  const [before] = (await thandi?.notes()) ?? []
  const changed = await sipho?.change(['27825550101'], { until: '2027-01-30', note: null })
  expect(changed?.status).toBe(204)
  expect(await thandi?.notes()).toEqual(
    expect.arrayContaining([
      { ...before, until: '2027-01-30', note: null, phone_numbers: ['27825550101'] },
      { ...before, phone_numbers: ['27825550102'] },
    ]),
  )
})

test('a number that was added outside Redial can have a reason, but no author', async () => {
  const thandi = await one()
  serviceAnswers(201)
  await thandi.change(['27825550103'], { reason: 'own_test' })
  expect(await thandi.notes()).toMatchObject([
    { reason: 'own_test', who: null, at: null, phone_numbers: ['27825550103'] },
  ])
})

test('a change is in the activity log with its numbers', async () => {
  const thandi = await one()
  serviceAnswers(201)
  await thandi.change(['27825550101'], { reason: 'other' })
  expect(await thandi.log('number=27825550101')).toMatchObject([
    { kind: 'block_notes_changed', who: 'Thandi', numbers: ['27825550101'] },
  ])
})

test('a token that may not use the blocklist changes no note', async () => {
  const thandi = await one()
  serviceAnswers(201, {}, 403)
  expect(await thandi.change(['27825550101'], { reason: 'spam' })).toMatchObject({ status: 403 })
  expect(await thandi.notes()).toEqual([])
})

test('an account with notes about a million numbers gets no others, and other accounts still do', async () => {
  const [thandi, other] = [await one(), await one('Ayanda')]
  serviceAnswers(201)
  await thandi.block(['27825550101'], SPAM)
  await sql`
    insert into block_note (service, account, context, reference, phone_numbers)
    select service, account, context, 'invented-' || place, array(
      select (27000000000 + place * 10000 + number)::text from generate_series(1, 10000) number
    )
    from block_note, generate_series(1, 100) place
    where id = (select max(id) from block_note)
  `.execute(activity.database.db)
  expect(await thandi.change(['27825550102'], { reason: 'spam' })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('notes about 1,000,000 numbers') },
  })
  expect(await thandi.change(['27825550101'], { reason: 'other' })).toMatchObject({ status: 204 })
  expect(await other.change(['27825550102'], { reason: 'spam' })).toMatchObject({ status: 204 })
  await activity.database.db
    .deleteFrom('block_note')
    .where('reference', 'like', 'invented-%')
    .execute()
  expect(await thandi.change(['27825550102'], { reason: 'spam' })).toMatchObject({ status: 204 })
})

test('another account sees no notes of this one', async () => {
  const [thandi, other] = [await one(), await one('Ayanda')]
  serviceAnswers(201)
  await thandi.block(['27825550101'], SPAM)
  expect(await other.notes()).toEqual([])
})

test('a block of 10,000 numbers has one note', async () => {
  const thandi = await one()
  serviceAnswers(201)
  const numbers = Array.from({ length: 10_000 }, (_, index) => String(27_820_000_000 + index))
  await thandi.block(numbers, SPAM)
  const [noted, ...others] = await thandi.notes()
  expect(others).toEqual([])
  expect(noted?.phone_numbers.toSorted()).toEqual(numbers)
})
