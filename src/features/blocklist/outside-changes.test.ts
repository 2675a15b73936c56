import { describe, expect, it } from 'vitest'
import { changesBetween, formatChanges } from './outside-changes.tsx'
import type { BlockedEntity } from './records/blocked-entities.ts'

function listOf(name: string, ...numbers: string[]): BlockedEntity {
  return { context: 'company', reference: name.toUpperCase(), name, numbers }
}

const ACME = listOf('Acme', '27820000001', '27820000002')

function wordsOf(before: BlockedEntity[], after: BlockedEntity[]) {
  const changes = changesBetween(before, after)
  return changes.length === 0 ? null : formatChanges(changes)
}

describe('changesBetween', () => {
  it('returns the new and the removed numbers of each entity', () => {
    const after = [listOf('Acme', '27820000002', '27820000003'), listOf('Berg', '27820000001')]
    expect(changesBetween([ACME], after)).toEqual([
      { entity: after[0], blocked: ['27820000003'], unblocked: ['27820000001'] },
      { entity: after[1], blocked: ['27820000001'], unblocked: [] },
    ])
  })

  it('treats the same reference in another context as another entity', () => {
    const group: BlockedEntity = { ...ACME, context: 'group' }
    expect(changesBetween([ACME], [ACME, group])).toHaveLength(1)
  })
})

describe('formatChanges', () => {
  it.each([
    [null, [ACME], [ACME]],
    ['+27 82 000 0002 was unblocked for Acme.', [ACME], [listOf('Acme', '27820000001')]],
    ['2 numbers were unblocked for Acme.', [ACME], []],
    [
      '2 numbers were blocked and +27 82 000 0002 was unblocked for Acme.',
      [ACME],
      [listOf('Acme', '27820000001', '27820000003', '27820000004')],
    ],
    [
      '+27 82 000 0001 was blocked for B; +27 82 000 0001 was blocked for C; 2 more entries changed.',
      [],
      ['B', 'C', 'D', 'E'].map(name => listOf(name, '27820000001')),
    ],
  ])('says %j', (words, before, after) => {
    expect(wordsOf(before, after)).toBe(words)
  })
})
