import { describe, expect, it } from 'vitest'
import type { BlocklistRecord, BlocklistRequest } from '../../../../contract/blocklist.ts'
import { formatBlockSummary, summarizeBlock } from './block-summary.ts'

const ENTITY = { reference: 'ACME', name: 'Acme Cars' }

function list(...numbers: string[]) {
  return numbers.map(phone_number => ({ phone_number }))
}

function requestOf(...numbers: string[]): BlocklistRequest {
  return {
    entity: ENTITY,
    entity_context_name: 'company',
    blocked_phone_number_list: list(...numbers),
  }
}

function recordOf(...numbers: string[]): BlocklistRecord {
  return {
    id: 7,
    entity_context_name: 'company',
    entity: ENTITY,
    blocked_phone_number_list: list(...numbers),
  }
}

function wordsOf(request: BlocklistRequest, before: BlocklistRecord[], after: BlocklistRecord) {
  return formatBlockSummary(summarizeBlock(request, before, after))
}

describe('summarizeBlock', () => {
  it('separates new, already blocked and missing numbers', () => {
    const before = [recordOf('27820000001'), { ...recordOf('27820000002'), id: 8 }]
    const request = requestOf('27820000001', '27820000002', '27820000003', '27820000004')
    const after = recordOf('27820000001', '27820000002', '27820000003')
    expect(summarizeBlock(request, before, after)).toEqual({
      context: 'company',
      entity: ENTITY,
      blocked: ['27820000003'],
      alreadyBlocked: ['27820000001', '27820000002'],
      missing: ['27820000004'],
      isExact: true,
    })
  })

  it('is not misled by the same reference in another context', () => {
    const before: BlocklistRecord[] = [{ ...recordOf('27820000001'), entity_context_name: 'group' }]
    const summary = summarizeBlock(requestOf('27820000001'), before, recordOf('27820000001'))
    expect(summary.blocked).toEqual(['27820000001'])
  })
})

describe('formatBlockSummary', () => {
  it.each([
    [
      '3 numbers blocked for Acme Cars.',
      requestOf('27820000001', '27820000002', '27820000003'),
      [],
      recordOf('27820000001', '27820000002', '27820000003'),
    ],
    [
      '1 number blocked for Acme Cars. 1 was blocked already.',
      requestOf('27820000001', '27820000002'),
      [recordOf('27820000001')],
      recordOf('27820000001', '27820000002'),
    ],
    [
      'Nothing new: 2 numbers were blocked for Acme Cars already.',
      requestOf('27820000001', '27820000002'),
      [recordOf('27820000001', '27820000002')],
      recordOf('27820000001', '27820000002'),
    ],
    [
      'The service accepted +27 82 000 0009 but doesn’t list it for Acme Cars. Check the list before you rely on it.',
      requestOf('27820000009'),
      [],
      recordOf(),
    ],
  ])('says %j', (words, request, before, after) => {
    expect(wordsOf(request, before, after)).toBe(words)
  })
})
