import { describe, expect, it } from 'vitest'
import type { BlocklistRecord } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { numbersOf } from '../records/blocked-entities.ts'
import { type BlocklistChange, blockInBatches, unblockInBatches } from './blocklist-change.ts'
import { isAllDone } from './change-messages.ts'
import type { BatchProgress } from './send-in-batches.ts'

const ACME = { reference: 'ACME', name: 'Acme Cars' }
const NUMBERS = Array.from({ length: 25_000 }, (_, index) => String(27_820_000_000 + index))
const GONE = new ApiError('not-found', { status: 404 })
const DOWN = new ApiError('unavailable', { status: 503 })

const change = (numbers = NUMBERS): BlocklistChange => ({
  context: 'company',
  entity: ACME,
  numbers,
})

function recordOf(numbers: string[], more: Partial<BlocklistRecord> = {}): BlocklistRecord {
  const blocked_phone_number_list = numbers.map(phone_number => ({ phone_number }))
  return { id: 7, entity_context_name: 'company', entity: ACME, blocked_phone_number_list, ...more }
}

describe('blockInBatches', () => {
  /** Blocks at a service that adds everything to its list but `refused`. */
  async function block(
    numbers: string[],
    records: BlocklistRecord[] | null,
    { refused = '', entity = ACME } = {},
  ) {
    const sent: string[] = []
    const names = new Set<string>()
    const summary = await blockInBatches({ ...change(numbers), entity }, records, async body => {
      names.add(body.entity.name)
      sent.push(...numbersOf(body))
      return recordOf(sent.filter(number => number !== refused))
    })
    return { sent, summary, names: [...names] }
  }

  it('adds up its batches, and is exact only if the list before is known', async () => {
    const unknown = await block(NUMBERS, null)
    expect(unknown.summary).toMatchObject({ rest: [], failed: [], failure: null, isExact: false })
    expect(unknown.summary.done).toEqual(NUMBERS)
    expect((await block(NUMBERS, [])).summary.isExact).toBe(true)
  })

  it.each([
    ['one of 35 that is blocked', NUMBERS.slice(2, 37), 34, 1],
    ['two of four', NUMBERS.slice(1, 5), 2, 2],
    ['all', NUMBERS.slice(0, 3), 0, 3],
    ['none', NUMBERS.slice(3, 9), 6, 0],
  ])('does not send numbers that are already blocked: %s', async (_, numbers, count, already) => {
    const before = [recordOf(NUMBERS.slice(0, 2)), recordOf(NUMBERS.slice(2, 3), { id: 8 })]
    const { sent, summary } = await block(numbers, before)
    expect(sent).toHaveLength(count)
    expect(summary.done).toHaveLength(count)
    expect(summary.already).toHaveLength(already)
  })

  it('reads a list in national form, which it may also get as the answer', async () => {
    const nationalForm = (numbers: string[]) => numbers.map(number => number.replace(/^27/, '0'))
    const [one = '', two = ''] = NUMBERS
    const records = [recordOf(nationalForm([one]))]
    const { done, already, unclear } = await blockInBatches(change([one, two]), records, async () =>
      recordOf(nationalForm([one, two])),
    )
    expect({ done, already, unclear }).toEqual({ done: [two], already: [one], unclear: [] })
  })

  it('sends all numbers if the list is unknown or has them for another entity', async () => {
    for (const records of [null, [], [recordOf(NUMBERS, { entity_context_name: 'group' })]]) {
      expect((await block(NUMBERS, records)).sent).toHaveLength(NUMBERS.length)
    }
  })

  it('reports numbers that the service accepts but doesn’t list', async () => {
    const [first = '', ...others] = NUMBERS.slice(0, 3)
    const { summary } = await block([first, ...others], [], { refused: first })
    expect(summary).toMatchObject({ done: others, unclear: [first], rest: [] })
    expect(isAllDone(summary, true)).toBe(false)
  })

  it('sends the reference of an entity without a name, because the service refuses an empty name', async () => {
    const { names } = await block(NUMBERS, null, { entity: { reference: 'ACME', name: '' } })
    expect(names).toEqual(['ACME'])
  })
})

describe('unblockInBatches', () => {
  /**
   * Unblocks the numbers at a service with these answers, one after the other.
   *
   * @param lists what the list still has each time that it is read; null if it can't be read
   */
  async function unblock(
    numbers: string[],
    answers: ('done' | ApiError)[],
    lists: (string[] | null)[],
  ) {
    const sent: string[][] = []
    const progress: BatchProgress[] = []
    const steps = {
      onProgress: (each: BatchProgress) => progress.push(each),
      signal: new AbortController().signal,
    }
    const summary = await unblockInBatches(
      { ...change(numbers), steps },
      {
        unblock: async body => {
          sent.push(numbersOf(body))
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

  it('sends what is still listed again after each 404, and adds up what it did', async () => {
    const numbers = NUMBERS.slice(0, 5)
    const lists = [numbers.slice(1), numbers.slice(3)]
    const { summary, sent } = await unblock(numbers, [GONE, GONE, DOWN], [...lists])
    expect(sent).toEqual([numbers, ...lists])
    expect(summary).toMatchObject({
      done: [],
      already: numbers.slice(0, 3),
      unclear: [],
      rest: numbers.slice(3),
      failed: numbers.slice(3),
      failure: DOWN,
    })
  })

  it('keeps what was done before and after a 404, and its progress never goes back', async () => {
    const [first, second] = [NUMBERS.slice(0, 10_000), NUMBERS.slice(10_000, 20_000)]
    const [gone, others, last] = [second.slice(0, 3), second.slice(3), NUMBERS.slice(20_000)]
    const { summary, sent, progress } = await unblock(
      NUMBERS,
      ['done', GONE, 'done', DOWN],
      [[...others, ...last]],
    )
    expect(sent.map(part => part.length)).toEqual([10_000, 10_000, 9_997, 5_000])
    expect(summary.done).toEqual([...first, ...others])
    expect(summary.already).toEqual(gone)
    expect(summary.rest).toEqual(last)
    expect(summary.failed).toEqual(last)
    expect(summary.failure).toBe(DOWN)
    expect(progress.map(({ done, all }) => [done, all])).toEqual([
      [0, 25_000],
      [10_000, 25_000],
      [20_000, 25_000],
    ])
  })

  it.each([
    ['the list has all numbers', NUMBERS.slice(0, 2)],
    ['the list can’t be read', null],
  ])('stops after a 404 if %s', async (_why, list) => {
    const numbers = NUMBERS.slice(0, 2)
    const { summary, sent } = await unblock(numbers, [GONE], [list])
    expect(sent).toEqual([numbers])
    expect(summary).toMatchObject({ rest: numbers, failed: numbers, failure: GONE })
  })

  it('is a success only if it removed all numbers itself', async () => {
    const numbers = NUMBERS.slice(0, 2)
    const all = await unblock(numbers, ['done'], [])
    expect(isAllDone(all.summary, false)).toBe(true)
    const some = await unblock(numbers, [GONE, 'done'], [numbers.slice(1)])
    expect(some.summary).toMatchObject({ done: numbers.slice(1), failure: null })
    expect(isAllDone(some.summary, false)).toBe(false)
    const none = await unblock(numbers, [GONE], [[]])
    expect(none.summary).toMatchObject({ done: [], unclear: numbers, failure: null })
    expect(isAllDone(none.summary, false)).toBe(false)
  })
})
