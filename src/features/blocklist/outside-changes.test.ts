import { describe, expect, it } from 'vitest'
import type { BlocklistRecord } from '../../../contract/blocklist.ts'
import { changesBetween, formatChanges } from './outside-changes.tsx'

function record(id: number, name: string, ...numbers: string[]): BlocklistRecord {
  return {
    id,
    entity_context_name: 'company',
    entity: { reference: name.toUpperCase(), name },
    blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
  }
}

const ACME = record(1, 'Acme', '27820000001', '27820000002')

function wordsOf(before: BlocklistRecord[], after: BlocklistRecord[]) {
  const changes = changesBetween(before, after)
  return changes.length === 0 ? null : formatChanges(changes)
}

describe('changesBetween', () => {
  it('returns the new and the removed numbers of each entity', () => {
    const after = [
      record(1, 'Acme', '27820000002', '27820000003'),
      record(2, 'Berg', '27820000001'),
    ]
    expect(changesBetween([ACME], after)).toEqual([
      {
        context: 'company',
        entity: ACME.entity,
        blocked: ['27820000003'],
        unblocked: ['27820000001'],
      },
      {
        context: 'company',
        entity: { reference: 'BERG', name: 'Berg' },
        blocked: ['27820000001'],
        unblocked: [],
      },
    ])
  })

  it('merges all records of an entity', () => {
    const moved = [record(1, 'Acme', '27820000001'), record(9, 'Acme', '27820000002')]
    expect(changesBetween([ACME], moved)).toEqual([])
    const [first, second] = moved
    const doubled = record(9, 'Acme', '27820000001', '27820000002')
    if (!first || !second) throw new Error('There are two')
    expect(changesBetween([first, second], [first, doubled])).toEqual([])
  })

  it('treats the same reference in another context as another entity', () => {
    const group: BlocklistRecord = { ...ACME, entity_context_name: 'group' }
    expect(changesBetween([ACME], [ACME, group])).toHaveLength(1)
  })
})

describe('formatChanges', () => {
  it.each([
    [null, [ACME], [ACME]],
    ['+27 82 000 0002 was unblocked for Acme.', [ACME], [record(1, 'Acme', '27820000001')]],
    ['2 numbers were unblocked for Acme.', [ACME], []],
    [
      '2 numbers were blocked and +27 82 000 0002 was unblocked for Acme.',
      [ACME],
      [record(1, 'Acme', '27820000001', '27820000003', '27820000004')],
    ],
    [
      '+27 82 000 0001 was blocked for B; +27 82 000 0001 was blocked for C; 2 more entries changed.',
      [],
      ['B', 'C', 'D', 'E'].map((name, id) => record(id, name, '27820000001')),
    ],
  ])('says %j', (words, before, after) => {
    expect(wordsOf(before, after)).toBe(words)
  })
})
