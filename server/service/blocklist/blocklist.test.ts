import { expect, test } from 'vitest'
import { BlocklistRecord } from '../../../contract/blocklist.ts'
import { pageOf } from '../../../contract/pages/page.ts'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addPartner, openTestService } from '../../testing/test-service.ts'

const LIST = '/v1/blocklist/'
const UNBLOCK = '/v1/blocklist/unblock/'

let partners = 0

const service = await closedAfterAll(openTestService({ requestsPerMinute: 10_000 }))

/** Each test has its own partner, with two companies and a group. */
async function newPartner() {
  const reference = `P-${++partners}`
  const { token } = await addPartner(service.database, reference, {
    companies: ['beta', 'Alpha'],
    groups: ['North'],
  })
  return {
    reference,
    post: (path: string, body: object) => service.ask('POST', path, { token, body }),
    async list(query = ''): Promise<BlocklistRecord[]> {
      const { body } = await service.ask('GET', `${LIST}${query}`, { token })
      return pageOf(BlocklistRecord).parse(body).results
    },
    get: (query: string) => service.ask('GET', `${LIST}${query}`, { token }),
  }
}

test('an add without a context is for the partner, under the name that the service knows', async () => {
  const partner = await newPartner()
  const answer = await partner.post(LIST, {
    entity: { reference: partner.reference, name: 'whatever' },
    blocked_phone_number_list: [{ phone_number: '27110000001' }],
  })
  expect(answer).toMatchObject({
    status: 201,
    body: {
      entity_context_name: 'partner',
      entity: { reference: partner.reference, name: `Partner ${partner.reference}` },
      blocked_phone_number_list: [{ phone_number: '27110000001' }],
    },
  })
})

test('numbers that are given twice or blocked already are not duplicated, and are sorted', async () => {
  const partner = await newPartner()
  const first = await partner.post(
    LIST,
    request('company', 'Alpha', ['27110000003', '27110000001']),
  )
  const second = await partner.post(
    LIST,
    request('company', 'Alpha', ['27110000002', '27110000003', '27110000002']),
  )
  expect(second.status).toBe(201)
  expect(second.body).toEqual({
    ...BlocklistRecord.parse(first.body),
    blocked_phone_number_list: numbers('27110000001', '27110000002', '27110000003'),
  })
})

test('the list has each entity with numbers, by context and name, in pages', async () => {
  const partner = await newPartner()
  for (const [context, reference] of [
    ['partner', partner.reference],
    ['group', 'North'],
    ['company', 'beta'],
    ['company', 'Alpha'],
  ] as const) {
    await partner.post(LIST, request(context, reference, ['27110000001', '27110000002']))
  }
  const all = await partner.list()
  expect(all.map(record => [record.entity_context_name, record.entity.reference])).toEqual([
    ['company', 'Alpha'],
    ['company', 'beta'],
    ['group', 'North'],
    ['partner', partner.reference],
  ])
  for (const record of all) {
    expect(record.blocked_phone_number_list).toEqual(numbers('27110000001', '27110000002'))
  }
  expect((await partner.get('?page_size=3')).body).toMatchObject({
    count: 4,
    next: `${service.origin}${LIST}?page=2&page_size=3`,
  })
  expect(await partner.list('?page_size=3&page=2')).toEqual(all.slice(3))

  await partner.post(UNBLOCK, request('group', 'North', ['27110000001', '27110000002']))
  expect((await partner.list()).map(record => record.entity.reference)).not.toContain('North')
})

test('each partner sees and changes only its own list, even for entities with the same reference', async () => {
  const [mine, theirs] = [await newPartner(), await newPartner()]
  await mine.post(LIST, request('company', 'Alpha', ['27110000001']))
  expect(await theirs.list()).toEqual([])
  expect(await theirs.post(UNBLOCK, request('company', 'Alpha', ['27110000001']))).toMatchObject({
    status: 404,
  })
  expect(
    await theirs.post(LIST, request('partner', mine.reference, ['27110000001'])),
  ).toMatchObject({ status: 403, body: { error: expect.stringContaining(mine.reference) } })
  expect(await mine.list()).toHaveLength(1)
})

test('an unblock removes all of its numbers and returns the updated record', async () => {
  const partner = await newPartner()
  await partner.post(LIST, request('company', 'Alpha', ['27110000001', '27110000002']))
  const answer = await partner.post(
    UNBLOCK,
    request('company', 'Alpha', ['27110000001', '27110000001']),
  )
  expect(answer).toMatchObject({
    status: 200,
    body: { blocked_phone_number_list: numbers('27110000002') },
  })
})

test('an unblock with a number that is not on the list removes nothing and names that number', async () => {
  const partner = await newPartner()
  await partner.post(LIST, request('company', 'Alpha', ['27110000001']))
  const absent = Array.from({ length: 12 }, (_, index) => String(27_110_000_100 + index))
  const answer = await partner.post(
    UNBLOCK,
    request('company', 'Alpha', ['27110000001', ...absent]),
  )
  expect(answer).toMatchObject({
    status: 404,
    body: {
      error: `${absent.slice(0, 10).join(', ')} and 2 more are not on the blocklist of company "Alpha". Nothing was removed.`,
    },
  })
  expect(await partner.list()).toMatchObject([
    { blocked_phone_number_list: numbers('27110000001') },
  ])
})

test('10,000 numbers can be added at once, but not 10,001', async () => {
  const partner = await newPartner()
  const most = Array.from({ length: 10_001 }, (_, index) => String(27_110_000_000 + index))
  const refused = await partner.post(LIST, request('company', 'Alpha', most))
  expect(refused).toMatchObject({
    status: 400,
    body: {
      blocked_phone_number_list: {
        non_field_errors: ['Ensure this field has no more than 10000 elements.'],
      },
    },
  })
  expect(await partner.list()).toEqual([])
  await partner.post(LIST, request('company', 'Alpha', most.slice(1)))
  const [record] = await partner.list()
  expect(record?.blocked_phone_number_list).toEqual(numbers(...most.slice(1)))
})

test('readers see all of 10,000 added numbers or none', async () => {
  const partner = await newPartner()
  const most = Array.from({ length: 10_000 }, (_, index) => String(27_110_000_000 + index))
  const seen = new Set<number | undefined>()
  let isDone = false
  const adding = partner.post(LIST, request('company', 'Alpha', most)).finally(() => {
    isDone = true
  })
  while (!isDone) seen.add((await partner.list())[0]?.blocked_phone_number_list.length)
  expect(await adding).toMatchObject({ status: 201 })
  seen.delete(undefined)
  expect([...seen].filter(count => count !== 10_000)).toEqual([])
})

test('simultaneous adds and unblocks have the same result as sequential ones', async () => {
  const partner = await newPartner()
  const all = Array.from({ length: 30 }, (_, index) => String(27_110_000_000 + index))
  await partner.post(LIST, request('company', 'Alpha', all))
  const halves = [all.slice(0, 20), all.slice(10)]

  // Two unblocks overlap: one of them removes its 20, and the other finds 10 of its own missing.
  const unblocked = await Promise.all(
    halves.map(half => partner.post(UNBLOCK, request('company', 'Alpha', half))),
  )
  expect(unblocked.map(answer => answer.status).toSorted()).toEqual([200, 404])
  const winner = halves[unblocked.findIndex(answer => answer.status === 200)]
  const left = all.filter(number => !winner?.includes(number))
  expect(await partner.list()).toMatchObject([{ blocked_phone_number_list: numbers(...left) }])

  // Adds of the same numbers in every order: each number once, and no deadlock.
  const added = await Promise.all(
    Array.from({ length: 8 }, (_, turn) =>
      partner.post(LIST, request('company', 'Alpha', turn % 2 ? all : all.toReversed())),
    ),
  )
  expect(added.map(answer => answer.status)).toEqual(Array(8).fill(201))
  expect(await partner.list()).toMatchObject([{ blocked_phone_number_list: numbers(...all) }])

  // One number is added and removed: as many unblocks succeed as there were adds between them.
  const number = ['27119999999']
  const both = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      partner.post(turn % 2 ? UNBLOCK : LIST, request('company', 'beta', number)),
    ),
  )
  expect(both.filter(answer => ![200, 201, 404].includes(answer.status))).toEqual([])
  await partner.post(LIST, request('company', 'beta', number))
  expect(await partner.list()).toMatchObject([
    { entity: { reference: 'Alpha' } },
    { entity: { reference: 'beta' }, blocked_phone_number_list: numbers(...number) },
  ])
})

test('simultaneous first adds for an entity create one record', async () => {
  const partner = await newPartner()
  const adds = await Promise.all(
    ['27110000001', '27110000002', '27110000003'].map(number =>
      partner.post(LIST, request('group', 'North', [number])),
    ),
  )
  expect(new Set(adds.map(answer => BlocklistRecord.parse(answer.body).id)).size).toBe(1)
  expect(await partner.list()).toMatchObject([
    { blocked_phone_number_list: numbers('27110000001', '27110000002', '27110000003') },
  ])
})

function request(entity_context_name: string, reference: string, phoneNumbers: string[]) {
  return {
    entity: { reference, name: reference },
    entity_context_name,
    blocked_phone_number_list: numbers(...phoneNumbers),
  }
}

function numbers(...phoneNumbers: string[]) {
  return phoneNumbers.map(phone_number => ({ phone_number }))
}
