import { expect, it } from 'vitest'
import type { BlocklistRequest } from '../../../../contract/blocklist.ts'
import { blockInBatches, splitListed } from './block-in-batches.ts'

const NUMBERS = Array.from({ length: 25_000 }, (_, index) => String(27_820_000_000 + index))

function blockingOf(name: string) {
  return { context: 'company' as const, entity: { reference: 'ACME', name }, numbers: NUMBERS }
}

it('adds up the summaries, and is exact only if all batches are', async () => {
  const requests: BlocklistRequest[] = []
  const { summary, ...outcome } = await blockInBatches(blockingOf('Acme Cars'), {
    block: async request => {
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
    onProgress: () => undefined,
    isStopped: () => false,
  })
  expect(outcome).toEqual({ left: [], failed: [], failure: null })
  expect(summary?.blocked).toHaveLength(24_997)
  expect(summary?.alreadyBlocked).toEqual([NUMBERS[0], NUMBERS[10_000], NUMBERS[20_000]])
  expect(summary?.isExact).toBe(false)
})

it('uses the reference of an entity without a name, because the service refuses an empty name', async () => {
  const names: string[] = []
  await blockInBatches(blockingOf(''), {
    block: async ({ entity }) => {
      names.push(entity.name)
      throw new Error('enough')
    },
    onProgress: () => undefined,
    isStopped: () => false,
  })
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
])('numbers that are already blocked are not sent: %s', (_, numbers, sent, blocked) => {
  const { fresh, listed } = splitListed({ ...blockingOf('Acme Cars'), numbers }, [RECORD])
  expect(fresh).toHaveLength(sent)
  expect(listed?.alreadyBlocked ?? []).toHaveLength(blocked)
})

it('all numbers are sent if the list is unknown or has them for another entity', () => {
  const group = { ...RECORD, entity_context_name: 'group' as const }
  for (const records of [null, [], [group]]) {
    expect(splitListed(blockingOf('Acme Cars'), records).fresh).toHaveLength(NUMBERS.length)
  }
})
