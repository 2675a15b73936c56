import { describe, expect, it } from 'vitest'
import type { BlocklistRequest } from '../../../contract/blocklist.ts'
import type { BlockAccount } from './block-account.ts'
import { type BlockProgress, blockInParts } from './block-in-parts.ts'

const ENTITY = { reference: 'ACME', name: 'Acme Cars' }
const NUMBERS = Array.from({ length: 25_000 }, (_, index) => String(27_820_000_000 + index))

function account(request: BlocklistRequest): BlockAccount {
  const [first = '', ...blocked] = request.blocked_phone_number_list.map(e => e.phone_number)
  return {
    context: 'company',
    entity: ENTITY,
    blocked,
    alreadyBlocked: [first],
    missing: [],
    isExact: true,
  }
}

async function run(options: { failAt?: number; stopAfter?: number } = {}) {
  const sizes: number[] = []
  const progress: BlockProgress[] = []
  const outcome = await blockInParts(
    { context: 'company', entity: ENTITY, numbers: NUMBERS },
    {
      block: async request => {
        if (sizes.length === options.failAt) throw new Error('the line was cut')
        sizes.push(request.blocked_phone_number_list.length)
        return account(request)
      },
      onProgress: step => progress.push(step),
      isStopped: () => sizes.length === options.stopAfter,
    },
  )
  return { sizes, progress, outcome }
}

describe('blockInParts', () => {
  it('sends 10,000 at a time and accounts for every number', async () => {
    const { sizes, progress, outcome } = await run()
    expect(sizes).toEqual([10_000, 10_000, 5_000])
    expect(progress.map(({ done }) => done)).toEqual([0, 10_000, 20_000])
    expect(outcome).toMatchObject({ left: [], failure: null })
    expect(outcome.account?.blocked).toHaveLength(24_997)
    expect(outcome.account?.alreadyBlocked).toEqual([NUMBERS[0], NUMBERS[10_000], NUMBERS[20_000]])
  })

  it('keeps what was done when a part fails, and names the rest', async () => {
    const { outcome } = await run({ failAt: 1 })
    expect(outcome.account?.blocked).toHaveLength(9_999)
    expect(outcome.left).toEqual(NUMBERS.slice(10_000))
    expect(outcome.failure).toMatchObject({ message: 'the line was cut' })
  })

  it('stops between two parts', async () => {
    const { sizes, outcome } = await run({ stopAfter: 2 })
    expect(sizes).toHaveLength(2)
    expect(outcome.left).toEqual(NUMBERS.slice(20_000))
    expect(outcome.failure).toBeNull()
  })
})
