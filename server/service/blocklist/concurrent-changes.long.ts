// Long: lists of 10,000 numbers change at the same time.
import { expect, test } from 'vitest'
import { BlocklistRecord } from '../../../contract/blocklist.ts'
import { pageOf } from '../../../contract/pages/page.ts'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addPartner, openTestService } from '../../testing/test-service.ts'

const LIST = '/v1/blocklist/'

let partners = 0
const service = await closedAfterAll(openTestService({ requestsPerMinute: 10_000 }))

async function newList() {
  const { token } = await addPartner(service.database, `P-${++partners}`, { companies: ['Acme'] })
  return {
    async add(numbers: string[]): Promise<number> {
      const { status } = await service.ask('POST', LIST, {
        token,
        body: {
          entity: { reference: 'Acme', name: 'Acme' },
          entity_context_name: 'company',
          blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
        },
      })
      return status
    },
    async now(): Promise<string> {
      const { body } = await service.ask('GET', LIST, { token })
      return pageOf(BlocklistRecord).parse(body).results.map(textOf).join()
    },
  }
}

test('readers see all of 10,000 added numbers or none', async () => {
  const list = await newList()
  const most = Array.from({ length: 10_000 }, (_, index) => String(27_110_000_000 + index))
  const seen = new Set<number>()
  const adding = list.add(most)
  let isDone = false
  void adding.then(() => {
    isDone = true
  })
  while (!isDone) seen.add(countOf(await list.now()))
  expect(await adding).toBe(201)
  seen.add(countOf(await list.now()))
  expect([...seen].filter(count => count !== 0)).toEqual([10_000])
})

test('an invalid number among 10,000 prevents all from being added', async () => {
  const list = await newList()
  const most = Array.from({ length: 9_999 }, (_, index) => String(27_110_000_000 + index))
  expect(await list.add([...most, 'nobody'])).toBe(400)
  expect(await list.now()).toBe('')
})

test('two overlapping adds of 10,000 leave each number once', async () => {
  const list = await newList()
  const all = Array.from({ length: 15_000 }, (_, index) => String(27_110_000_000 + index))
  const added = await Promise.all([
    list.add(all.slice(0, 10_000)),
    list.add(all.slice(5_000).toReversed()),
  ])
  expect(added).toEqual([201, 201])
  expect(await list.now()).toBe(all.join())
})

function textOf(record: BlocklistRecord): string {
  return record.blocked_phone_number_list.map(entry => entry.phone_number).join()
}

function countOf(list: string): number {
  return list === '' ? 0 : list.split(',').length
}
