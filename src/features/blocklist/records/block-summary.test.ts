import { describe, expect, it } from 'vitest'
import type { BlocklistRecord } from '../../../../contract/blocklist.ts'
import { formatBlockSummary, summarizeBlock } from './block-summary.ts'

const ENTITY = { reference: 'ACME', name: 'Acme Cars' }
const [ONE, TWO, THREE, FOUR] = [
  '27820000001',
  '27820000002',
  '27820000003',
  '27820000004',
] as const

function recordOf(...numbers: string[]): BlocklistRecord {
  const blocked_phone_number_list = numbers.map(phone_number => ({ phone_number }))
  return { id: 7, entity_context_name: 'company', entity: ENTITY, blocked_phone_number_list }
}

describe('summarizeBlock', () => {
  it('separates new, already blocked and missing numbers', () => {
    const before = [recordOf(ONE), { ...recordOf(TWO), id: 8 }]
    const request = recordOf(ONE, TWO, THREE, FOUR)
    expect(summarizeBlock(request, before, recordOf(ONE, TWO, THREE))).toEqual({
      context: 'company',
      entity: ENTITY,
      blocked: [THREE],
      alreadyBlocked: [ONE, TWO],
      missing: [FOUR],
      isExact: true,
    })
  })

  it('is not misled by the same reference in another context', () => {
    const before: BlocklistRecord[] = [{ ...recordOf(ONE), entity_context_name: 'group' }]
    expect(summarizeBlock(recordOf(ONE), before, recordOf(ONE)).blocked).toEqual([ONE])
  })
})

describe('formatBlockSummary', () => {
  it.each([
    ['3 numbers blocked for Acme Cars.', [ONE, TWO, THREE], [], [ONE, TWO, THREE]],
    ['1 number blocked for Acme Cars. 1 was blocked already.', [ONE, TWO], [ONE], [ONE, TWO]],
    [
      'Nothing new: 2 numbers were blocked for Acme Cars already.',
      [ONE, TWO],
      [ONE, TWO],
      [ONE, TWO],
    ],
    [
      'The service accepted +27 82 000 0001 but doesn’t list it for Acme Cars. Check the list before you rely on it.',
      [ONE],
      [],
      [],
    ],
  ])('says %j', (words, sent, before, after) => {
    const records = before.length === 0 ? [] : [recordOf(...before)]
    const summary = summarizeBlock(recordOf(...sent), records, recordOf(...after))
    expect(formatBlockSummary(summary)).toBe(words)
  })
})
