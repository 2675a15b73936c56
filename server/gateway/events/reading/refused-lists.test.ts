import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { answer, EMPTY_PAGE } from '../../../testing/peers/test-upstream.ts'
import { rowsOf, setRows } from '../../../testing/rows.ts'
import { copiesOfFile, item, itemsDownFrom, PAST } from './testing/start-copies.ts'

const copies = await copiesOfFile()
const { upstream, caller, database } = copies

/** The service answers all further requests with this status. */
function refuse(status: number) {
  upstream.behave((_request, response) => answer(response, status, {}))
  upstream.prove((_request, response) => answer(response, status, {}))
}

function allow() {
  upstream.behave(upstream.serve)
  upstream.prove((_request, response) => answer(response, 200, EMPTY_PAGE))
}

/** Somebody whose token may read the list, of which the copy has an event of a day that needs no further reading. */
async function readerOf(account: string) {
  const thandi = caller(account)
  const reader = copies.process()
  upstream.items = [item(1)]
  await copies.readAll(reader, thandi, PAST)
  upstream.requests.length = 0
  return { thandi, reader }
}

test.each([403, 404])('a list that the service refuses with %i is not shown', async status => {
  const { thandi, reader } = await readerOf(`refused ${status}`)
  refuse(status)
  await expect(reader.change(thandi, PAST, 'again')).resolves.toBeUndefined()
  await copies.readToRefusal(reader, thandi, status)
  allow()
  await reader.change(thandi, PAST, 'again')
  expect((await copies.readAll(reader, thandi, PAST)).ids).toEqual(['1'])
})

test('a token that the service no longer accepts gets nothing, but others of its account do', async () => {
  const reader = copies.process()
  const [revoked, valid] = [caller('tokens', 'revoked'), caller('tokens', 'valid')]
  upstream.items = [item(1)]
  upstream.behave((request, response) => {
    if (request.headers.authorization === 'Token revoked') return answer(response, 401, {})
    upstream.serve(request, response)
  })
  await reader.requestRange(revoked, PAST)
  await copies.readToRefusal(reader, revoked, 401)
  expect((await copies.readAll(reader, valid, PAST)).ids).toEqual(['1'])
})

test.each([403, 404])(
  'a token that may no longer read a list sees no copy of it: %i',
  async status => {
    const { thandi, reader } = await readerOf(`no longer ${status}`)
    copies.passMinute()
    refuse(status)
    await expect(reader.requestRange(thandi, PAST)).rejects.toMatchObject({ status })
    await expect(reader.requestRange(thandi, PAST)).rejects.toMatchObject({ status })
    // It isn't asked for again within a minute.
    expect(upstream.proofs).toHaveLength(1)
  },
)

test('the copy of days that need no reading is shown again when the service allows the list again', async () => {
  const { thandi, reader } = await readerOf('allowed again')
  copies.passMinute()
  refuse(403)
  await expect(reader.requestRange(thandi, PAST)).rejects.toMatchObject({ status: 403 })
  allow()
  await setRows(
    database.db,
    'event_mirror',
    { account: 'allowed again' },
    { refused_at: sql`refused_at - interval '1 minute'` },
  )
  expect((await copies.readAll(reader, thandi, PAST)).ids).toEqual(['1'])
})

test('while the service can’t say which lists a token may read, no copy is shown', async () => {
  const { thandi, reader } = await readerOf('unsure')
  copies.passMinute()
  refuse(500)
  await expect(reader.requestRange(thandi, PAST)).rejects.toMatchObject({ status: 502 })
  await expect(reader.copies(thandi)).rejects.toMatchObject({ status: 502 })
})

test('the service is asked once a minute whether a token may read a list', async () => {
  const { thandi, reader } = await readerOf('once')
  await reader.requestRange(thandi, PAST)
  expect(upstream.proofs).toEqual([])
  copies.passMinute()
  await Promise.all([reader.requestRange(thandi, PAST), reader.requestRange(thandi, PAST)])
  await reader.requestRange(thandi, PAST)
  expect(upstream.proofs.map(({ url }) => url)).toEqual(['/v1/call_events_fail/?page_size=1'])
})

test('each list needs its own proof', async () => {
  const { thandi, reader } = await readerOf('both lists')
  refuse(403)
  const transcriptions = { ...PAST, list: 'transcription_events_fail' } as const
  await expect(reader.requestRange(thandi, transcriptions)).rejects.toMatchObject({ status: 403 })
  await expect(reader.requestRange(thandi, PAST)).resolves.toBeTypeOf('number')
})

test('a page of the list proves that the token may read it', async () => {
  const thandi = caller('page')
  const reader = copies.process()
  const { reached, release } = upstream.hold()
  await reader.requestRange(thandi, PAST)
  await reached
  copies.passMinute()
  release()
  await eventually(() => copies.provenLists.isAccepted(thandi.tokenKey, PAST.list))
})

test('a refusal concerns the token with which a page was requested, and not who has come since', async () => {
  const reader = copies.process()
  const [revoked, valid] = [caller('ahead', 'former'), caller('ahead', 'newer')]
  upstream.items = itemsDownFrom(250)
  const [second, third] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  upstream.behave(async (request, response) => {
    const { query, headers } = request
    if (headers.authorization === 'Token newer') return upstream.serve(request, response)
    if (query.get('page') === '2') await second.promise
    if (query.get('page') === '3') {
      await third.promise
      return answer(response, 401, {})
    }
    upstream.serve(request, response)
  })
  await reader.requestRange(revoked, PAST)
  await eventually(() => upstream.requests.length === 3)
  const id = await reader.requestRange(valid, PAST)
  second.resolve()
  await eventually(
    async () => (await rowsOf(database.db, 'listed_event', { mirror_id: id })).length === 200,
  )
  third.resolve()
  await copies.readToRefusal(reader, revoked, 401)
  expect((await copies.readAll(reader, valid, PAST)).ids).toHaveLength(250)
})

test('the copies that a token may see are those of the lists that the service lets it read', async () => {
  const { thandi, reader } = await readerOf('copies')
  const lists = async () => (await reader.copies(thandi)).map(({ list }) => list)
  expect(await lists()).toEqual([PAST.list])
  copies.passMinute()
  refuse(403)
  expect(await lists()).toEqual([])
  expect(await reader.copies(caller('nothing read yet'))).toEqual([])
})
