import { expect, it } from 'vitest'
import type { BlocklistRequest } from '../../../../contract/blocklist.ts'
import { blockInBatches } from './block-in-batches.ts'

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
