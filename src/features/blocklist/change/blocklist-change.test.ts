import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { type BlockedEntity, withCountryCodes } from '../records/blocked-entities.ts'
import { type BlocklistChange, changeInBatches, joinSummaries } from './blocklist-change.ts'
import { isAllDone } from './change-messages.ts'

const ACME = { context: 'company', reference: 'ACME', name: 'Acme Cars' } as const
const NUMBERS = Array.from({ length: 25_000 }, (_, index) => String(27_820_000_000 + index))
const DOWN = new ApiError('unavailable', { status: 503 })

const change = (isBlock: boolean, numbers = NUMBERS): BlocklistChange => ({
  isBlock,
  entity: ACME,
  numbers,
})

const listOf = (numbers: string[], more: Partial<BlockedEntity> = {}): BlockedEntity => ({
  ...ACME,
  numbers,
  ...more,
})

const nationalForm = (numbers: string[]) => numbers.map(number => number.replace(/^27/, '0'))

describe('a block', () => {
  /** Blocks at a service that adds everything to its list but `refused`. */
  async function block(numbers: string[], before: BlockedEntity[] | null, refused = '') {
    const sent: string[] = []
    const summary = await changeInBatches(change(true, numbers), before, async batch => {
      sent.push(...batch)
      return new Set(sent.filter(number => number !== refused))
    })
    return { sent, summary }
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
    const { sent, summary } = await block(numbers, [listOf(NUMBERS.slice(0, 3))])
    expect(sent).toHaveLength(count)
    expect(summary.done).toHaveLength(count)
    expect(summary.already).toHaveLength(already)
  })

  it('reads a list in national form, which it may also get as the answer', async () => {
    const [one = '', two = ''] = NUMBERS
    const before = [listOf(nationalForm([one]))]
    const { done, already, unclear } = await changeInBatches(
      change(true, [one, two]),
      before,
      async () => withCountryCodes(nationalForm([one, two])),
    )
    expect({ done, already, unclear }).toEqual({ done: [two], already: [one], unclear: [] })
  })

  it('sends all numbers if the list is unknown or has them for another entity', async () => {
    for (const before of [null, [], [listOf(NUMBERS, { context: 'group' })]]) {
      expect((await block(NUMBERS, before)).sent).toHaveLength(NUMBERS.length)
    }
  })

  it('reports numbers that the service accepts but doesn’t list', async () => {
    const [first = '', ...others] = NUMBERS.slice(0, 3)
    const { summary } = await block([first, ...others], [], first)
    expect(summary).toMatchObject({ done: others, unclear: [first], rest: [] })
    expect(isAllDone(summary)).toBe(false)
  })
})

describe('an unblock', () => {
  /** Unblocks at a service with these answers, one after the other. */
  async function unblock(
    numbers: string[],
    before: BlockedEntity[] | null,
    failures: (ApiError | null)[] = [],
  ) {
    const sent: string[][] = []
    const summary = await changeInBatches(change(false, numbers), before, async batch => {
      sent.push(batch)
      const failure = failures.shift()
      if (failure) throw failure
      return new Set()
    })
    return { sent, summary }
  }

  it('sends only what is still listed, and is a success only if that is all', async () => {
    const numbers = NUMBERS.slice(0, 3)
    const all = await unblock(numbers, [listOf(numbers)])
    expect(all.summary).toMatchObject({ done: numbers, already: [] })
    expect(isAllDone(all.summary)).toBe(true)
    const some = await unblock(numbers, [listOf(numbers.slice(1))])
    expect(some.sent).toEqual([numbers.slice(1)])
    expect(some.summary).toMatchObject({ done: numbers.slice(1), already: numbers.slice(0, 1) })
    expect(isAllDone(some.summary)).toBe(false)
    expect((await unblock(numbers, [])).sent).toEqual([])
  })

  it('sends numbers as the service lists them', async () => {
    const numbers = NUMBERS.slice(0, 2)
    const { sent, summary } = await unblock(numbers, [listOf(nationalForm(numbers))])
    expect(sent).toEqual([nationalForm(numbers)])
    expect(summary.done).toEqual(nationalForm(numbers))
    const inBoth = [listOf([...numbers, ...nationalForm(numbers)])]
    expect((await unblock(numbers, inBoth)).sent).toEqual([numbers])
  })

  it('sends all numbers if the list is unknown', async () => {
    expect((await unblock(NUMBERS.slice(0, 2), null)).sent).toEqual([NUMBERS.slice(0, 2)])
  })

  it('keeps what was done before a failure', async () => {
    const { sent, summary } = await unblock(NUMBERS, [listOf(NUMBERS)], [null, DOWN])
    expect(sent.map(({ length }) => length)).toEqual([10_000, 10_000])
    expect(summary).toMatchObject({
      done: NUMBERS.slice(0, 10_000),
      rest: NUMBERS.slice(10_000),
      failed: NUMBERS.slice(10_000, 20_000),
      failure: DOWN,
    })
  })
})

it('joins what a form has blocked for each entity', async () => {
  const inTurn = [NUMBERS.slice(0, 2), NUMBERS.slice(2, 3)].map(numbers =>
    changeInBatches(change(true, numbers), [], async batch => new Set(batch)),
  )
  const group = { ...ACME, context: 'group' } as const
  const [one, two] = await Promise.all(inTurn)
  if (!one || !two) throw new Error('Nothing was blocked.')
  expect(
    joinSummaries([one, { ...one, entity: group }, two]).map(({ entity, done }) => [
      entity.context,
      done.length,
    ]),
  ).toEqual([
    ['company', 3],
    ['group', 2],
  ])
})
