import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import type { BatchProgress } from '../batch/send-in-batches.ts'
import { isAllUnblocked, unblockInBatches } from './use-unblock-numbers.ts'

const ACME = { reference: 'ACME', name: 'Acme Cars' }
const NUMBERS = Array.from({ length: 20_005 }, (_, index) => String(27_820_000_000 + index))
const GONE = new ApiError('not-found', { status: 404 })
const DOWN = new ApiError('unavailable', { status: 503 })

const recordOf = (numbers: string[]) => ({
  id: 1,
  entity_context_name: 'company' as const,
  entity: ACME,
  blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
})

type Answer = 'done' | ApiError

/**
 * Unblocks the numbers at a service with these answers, one after the other.
 *
 * @param lists what the list still has each time that it is read; null if it can't be read
 */
async function unblock(numbers: string[], answers: Answer[], lists: (string[] | null)[]) {
  const sent: string[][] = []
  const progress: BatchProgress[] = []
  const steps = {
    onProgress: (each: BatchProgress) => progress.push(each),
    isStopped: () => false,
  }
  const summary = await unblockInBatches(
    { context: 'company', entity: ACME, numbers, steps },
    {
      unblock: async part => {
        sent.push(part.numbers)
        const answer = answers.shift()
        if (answer !== 'done') throw answer ?? new Error('Nobody expected this request.')
      },
      refetch: async () => {
        const listed = lists.shift() ?? null
        return listed && [recordOf(listed)]
      },
    },
  )
  return { summary, sent, progress }
}

describe('unblockInBatches', () => {
  it('sends what is still listed again after each 404, and adds up what it did', async () => {
    const numbers = NUMBERS.slice(0, 5)
    const lists = [numbers.slice(1), numbers.slice(3)]
    const { summary, sent } = await unblock(numbers, [GONE, GONE, DOWN], [...lists])
    expect(sent).toEqual([numbers, ...lists])
    expect(summary).toEqual({
      entity: ACME,
      unblocked: [],
      wereNotBlocked: numbers.slice(0, 3),
      goneSomehow: [],
      stillBlocked: numbers.slice(3),
      failed: numbers.slice(3),
      failure: DOWN,
    })
  })

  it('keeps what was done before and after a 404, and its progress never goes back', async () => {
    const [first, second, last] = [
      NUMBERS.slice(0, 10_000),
      NUMBERS.slice(10_000, 20_000),
      NUMBERS.slice(20_000),
    ]
    const gone = second.slice(0, 3)
    const others = [...second.slice(3), ...last]
    const { summary, sent, progress } = await unblock(
      NUMBERS,
      ['done', GONE, 'done', DOWN],
      [others],
    )
    expect(sent.map(part => part.length)).toEqual([10_000, 10_000, 10_000, 2])
    expect(summary.unblocked).toEqual([...first, ...others.slice(0, 10_000)])
    expect(summary.wereNotBlocked).toEqual(gone)
    expect(summary.stillBlocked).toEqual(others.slice(10_000))
    expect(summary.failed).toEqual(others.slice(10_000))
    expect(summary.failure).toBe(DOWN)
    expect(progress.map(({ done, all }) => [done, all])).toEqual([
      [0, 20_005],
      [10_000, 20_005],
      [10_003, 20_005],
      [20_003, 20_005],
    ])
  })

  it.each([
    ['the list has all numbers', NUMBERS.slice(0, 2)],
    ['the list can’t be read', null],
  ])('stops after a 404 if %s', async (_why, list) => {
    const numbers = NUMBERS.slice(0, 2)
    const { summary, sent } = await unblock(numbers, [GONE], [list])
    expect(sent).toEqual([numbers])
    expect(summary).toMatchObject({ stillBlocked: numbers, failed: numbers, failure: GONE })
  })

  it('is a success only if it removed all numbers itself', async () => {
    const numbers = NUMBERS.slice(0, 2)
    const all = await unblock(numbers, ['done'], [])
    expect(isAllUnblocked(all.summary)).toBe(true)
    const some = await unblock(numbers, [GONE, 'done'], [numbers.slice(1)])
    expect(some.summary).toMatchObject({ unblocked: numbers.slice(1), failure: null })
    expect(isAllUnblocked(some.summary)).toBe(false)
    const none = await unblock(numbers, [GONE], [[]])
    expect(none.summary).toMatchObject({ unblocked: [], goneSomehow: numbers, failure: null })
    expect(isAllUnblocked(none.summary)).toBe(false)
  })
})
