import { expect, it } from 'vitest'
import type { BlocklistRecord, BlocklistRequest } from '../../../../contract/blocklist.ts'
import { type Blocking, blockInBatches } from './use-block-numbers.ts'

const NUMBERS = Array.from({ length: 25_000 }, (_, index) => String(27_820_000_000 + index))

function blockingOf(name: string) {
  return { context: 'company' as const, entity: { reference: 'ACME', name }, numbers: NUMBERS }
}

it('adds up the summaries, and is exact only if all batches are', async () => {
  const requests: BlocklistRequest[] = []
  const { summary, ...outcome } = await blockInBatches(
    blockingOf('Acme Cars'),
    null,
    async request => {
      requests.push(request)
      const [first = '', ...blocked] = request.blocked_phone_number_list.map(e => e.phone_number)
      return {
        context: 'company',
        entity: request.entity,
        blocked,
        alreadyBlocked: [first],
        missing: [],
        isExact: requests.length > 1,
      }
    },
  )
  expect(outcome).toEqual({ left: [], failed: [], failure: null })
  expect(summary?.blocked).toHaveLength(24_997)
  expect(summary?.alreadyBlocked).toEqual([NUMBERS[0], NUMBERS[10_000], NUMBERS[20_000]])
  expect(summary?.isExact).toBe(false)
})

/** Blocks everything that is sent, and returns that next to the summary. */
async function blockAll(blocking: Blocking, records: BlocklistRecord[] | null) {
  const sent: string[] = []
  const names = new Set<string>()
  const { summary } = await blockInBatches(blocking, records, async request => {
    const { entity, blocked_phone_number_list } = request
    const blocked = blocked_phone_number_list.map(({ phone_number }) => phone_number)
    sent.push(...blocked)
    names.add(entity.name)
    const nothing = { alreadyBlocked: [], missing: [], isExact: true }
    return { ...nothing, context: 'company', entity, blocked }
  })
  return { sent, summary, names: [...names] }
}

it('uses the reference of an entity without a name, because the service refuses an empty name', async () => {
  const { names } = await blockAll(blockingOf(''), null)
  expect(names).toEqual(['ACME'])
})

const RECORD = {
  id: 1,
  entity_context_name: 'company' as const,
  entity: { reference: 'ACME', name: 'Acme Cars Ltd' },
  blocked_phone_number_list: NUMBERS.slice(0, 3).map(phone_number => ({ phone_number })),
}

it.each([
  ['one of 35 that is blocked', NUMBERS.slice(2, 37), 34, 1],
  ['two of four', NUMBERS.slice(1, 5), 2, 2],
  ['all', NUMBERS.slice(0, 3), 0, 3],
  ['none', NUMBERS.slice(3, 9), 6, 0],
])('numbers that are already blocked are not sent: %s', async (_, numbers, count, blocked) => {
  const { sent, summary } = await blockAll({ ...blockingOf('Acme Cars'), numbers }, [RECORD])
  expect(sent).toHaveLength(count)
  expect(summary?.blocked).toHaveLength(count)
  expect(summary?.alreadyBlocked).toHaveLength(blocked)
})

it('all numbers are sent if the list is unknown or has them for another entity', async () => {
  const group = { ...RECORD, entity_context_name: 'group' as const }
  for (const records of [null, [], [group]]) {
    expect((await blockAll(blockingOf('Acme Cars'), records)).sent).toHaveLength(NUMBERS.length)
  }
})
