// Long: lists of 10,000 numbers change at the same time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BlocklistRecord } from '../../../contract/blocklist.ts'
import { pageOf } from '../../../contract/pages/page.ts'
import { addPartner, openTestService, type TestService } from '../../testing/test-service.ts'

const LIST = '/v1/blocklist/'
const UNBLOCK = '/v1/blocklist/unblock/'

/** A requested change and its result; `after` is the list in its answer. */
type Change = {
  turn: number
  path: string
  numbers: string[]
  status: number
  after: string | null
}

let service: TestService
let partners = 0
beforeAll(async () => {
  service = await openTestService({ requestsPerMinute: 10_000 })
})
afterAll(() => service.close())

async function newList() {
  const { token } = await addPartner(service.database, `P-${++partners}`, { companies: ['Acme'] })
  let turns = 0
  return {
    async change(path: string, numbers: string[]): Promise<Change> {
      const turn = ++turns
      const { status, body } = await service.ask('POST', path, {
        token,
        body: {
          entity: { reference: 'Acme', name: 'Acme' },
          entity_context_name: 'company',
          blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
        },
      })
      const record = BlocklistRecord.safeParse(body)
      return { turn, path, numbers, status, after: record.success ? textOf(record.data) : null }
    },
    async now(): Promise<string> {
      const { body } = await service.ask('GET', LIST, { token })
      return pageOf(BlocklistRecord).parse(body).results.map(textOf).join()
    },
  }
}

test('many simultaneous adds and unblocks of the same numbers have the result of some sequence', async () => {
  const list = await newList()
  const all = Array.from({ length: 12 }, (_, index) => String(27_110_000_000 + index))
  const changes = await Promise.all(
    Array.from({ length: 18 }, (_, turn) => {
      const numbers = all.filter((_, index) => (index * 7 + turn * 5) % 4 !== 0)
      return list.change(turn % 2 ? UNBLOCK : LIST, turn % 3 ? numbers.toReversed() : numbers)
    }),
  )
  expect(changes.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([])
  expect(isSomeOrder(changes, '', await list.now())).toBe(true)
})

test('readers see all of 10,000 added numbers or none', async () => {
  const list = await newList()
  const most = Array.from({ length: 10_000 }, (_, index) => String(27_110_000_000 + index))
  const seen = new Set<number>()
  const adding = list.change(LIST, most)
  let isDone = false
  void adding.then(() => {
    isDone = true
  })
  while (!isDone) seen.add(countOf(await list.now()))
  expect((await adding).status).toBe(201)
  seen.add(countOf(await list.now()))
  expect([...seen].filter(count => count !== 0)).toEqual([10_000])
})

test('an invalid number among 10,000 prevents all from being added', async () => {
  const list = await newList()
  const most = Array.from({ length: 9_999 }, (_, index) => String(27_110_000_000 + index))
  expect((await list.change(LIST, [...most, 'nobody'])).status).toBe(400)
  expect(await list.now()).toBe('')
})

test('two overlapping adds of 10,000 leave each number once', async () => {
  const list = await newList()
  const all = Array.from({ length: 15_000 }, (_, index) => String(27_110_000_000 + index))
  const added = await Promise.all([
    list.change(LIST, all.slice(0, 10_000)),
    list.change(LIST, all.slice(5_000).toReversed()),
  ])
  expect(added.map(({ status }) => status)).toEqual([201, 201])
  expect(await list.now()).toBe(all.join())
})

/**
 * Whether the changes, one after the other in some order, lead from one list to the other.
 *
 * @param tried sequences that are known to fail; without it the search would take too long
 */
function isSomeOrder(
  changes: Change[],
  from: string,
  to: string,
  tried = new Set<string>(),
): boolean {
  // A refused change has no effect at any point, so it is placed as soon as it fits.
  const left = changes.filter(change => change.status !== 404 || resultOf(change, from) === null)
  if (left.length === 0) return from === to
  const key = `${from} ${left.map(change => change.turn).join()}`
  if (tried.has(key)) return false
  tried.add(key)
  return left.some((change, index) => {
    const next = change.status === 404 ? null : resultOf(change, from)
    return next !== null && isSomeOrder(left.toSpliced(index, 1), next, to, tried)
  })
}

/** The list after the change; null if its answer doesn't fit. */
function resultOf({ path, numbers, status, after }: Change, before: string): string | null {
  const list = new Set(before === '' ? [] : before.split(','))
  const isWhole = numbers.every(number => list.has(number))
  if (path === LIST) {
    const result = [...new Set([...list, ...numbers])].toSorted().join()
    return result === after ? result : null
  }
  if (status === 404) return isWhole ? null : before
  const result = [...list]
    .filter(number => !numbers.includes(number))
    .toSorted()
    .join()
  return isWhole && result === after ? result : null
}

function textOf(record: BlocklistRecord): string {
  return record.blocked_phone_number_list.map(entry => entry.phone_number).join()
}

function countOf(list: string): number {
  return list === '' ? 0 : list.split(',').length
}
