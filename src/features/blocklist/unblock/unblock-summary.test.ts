import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { formatUnblockSummary } from './use-unblock-numbers.ts'

const NOTHING = {
  entity: { reference: 'ACME', name: 'Acme Cars' },
  unblocked: [],
  wereNotBlocked: [],
  goneSomehow: [],
  stillBlocked: [],
  failed: [],
  failure: null,
}

const FIRST = '27821230001'
const SECOND = '27821230002'

describe('formatUnblockSummary', () => {
  it('says what was unblocked and for which entity', () => {
    const words = formatUnblockSummary({ ...NOTHING, unblocked: [FIRST] })
    expect(words).toBe('+27 82 123 0001 unblocked for Acme Cars.')
  })

  it('counts many numbers instead of naming them', () => {
    const unblocked = [FIRST, SECOND, '27821230003', '27821230004']
    const words = formatUnblockSummary({ ...NOTHING, unblocked })
    expect(words).toBe('4 numbers unblocked for Acme Cars.')
  })

  it('names numbers that somebody else unblocked', () => {
    const words = formatUnblockSummary({ ...NOTHING, wereNotBlocked: [FIRST] })
    expect(words).toMatch(/\+27 82 123 0001 was no longer blocked for Acme Cars/)
    expect(words).not.toMatch(/unblocked for/)
  })

  it('says why the rest is still blocked', () => {
    const partly = { ...NOTHING, unblocked: [FIRST], stillBlocked: [SECOND] }
    const failure = new ApiError('unavailable', { status: 503 })
    expect(formatUnblockSummary({ ...partly, failure })).toMatch(
      /\+27 82 123 0001 unblocked for Acme Cars\. \+27 82 123 0002 is still blocked .* could not answer.*503/,
    )
    expect(formatUnblockSummary(partly)).toMatch(
      /\+27 82 123 0002 is still blocked for Acme Cars: you stopped it/,
    )
  })

  it('does not claim that somebody else removed what the service may have removed itself', () => {
    const words = formatUnblockSummary({ ...NOTHING, goneSomehow: [FIRST, SECOND] })
    expect(words).toMatch(/\+27 82 123 0001, \+27 82 123 0002 are no longer blocked for Acme Cars/)
    expect(words).toMatch(/some of them had been removed before/)
  })
})
