import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import type { ChangeSummary } from './blocklist-change.ts'
import { formatBlock, formatUnblock } from './change-messages.ts'

const NOTHING: ChangeSummary = {
  isBlock: true,
  entity: { context: 'company', reference: 'ACME', name: 'Acme Cars' },
  done: [],
  already: [],
  unclear: [],
  rest: [],
  failed: [],
  failure: null,
  isExact: true,
}

const ONE = '27821230001'
const TWO = '27821230002'

describe('formatBlock', () => {
  it.each<[string, Partial<ChangeSummary>]>([
    ['2 numbers blocked for Acme Cars.', { done: [ONE, TWO] }],
    ['1 number blocked for Acme Cars. 1 was blocked already.', { done: [ONE], already: [TWO] }],
    ['Nothing new: 2 numbers were blocked for Acme Cars already.', { already: [ONE, TWO] }],
    [
      '1 number blocked for Acme Cars. Some may have been blocked before, because the list could not be loaded.',
      { done: [ONE], isExact: false },
    ],
    [
      'The service accepted +27 82 123 0001 but doesn’t list it for Acme Cars. Check the list before you rely on it.',
      { unclear: [ONE] },
    ],
    ['', { rest: [ONE], already: [TWO] }],
  ])('says %j', (text, summary) => {
    expect(formatBlock({ ...NOTHING, ...summary })).toBe(text)
  })
})

describe('formatUnblock', () => {
  it('says what was unblocked and for which entity', () => {
    const text = formatUnblock({ ...NOTHING, done: [ONE] })
    expect(text).toBe('+27 82 123 0001 unblocked for Acme Cars.')
  })

  it('counts many numbers instead of naming them', () => {
    const done = [ONE, TWO, '27821230003', '27821230004']
    expect(formatUnblock({ ...NOTHING, done })).toBe('4 numbers unblocked for Acme Cars.')
  })

  it('names numbers that somebody else unblocked', () => {
    const text = formatUnblock({ ...NOTHING, already: [ONE] })
    expect(text).toMatch(/\+27 82 123 0001 was no longer blocked for Acme Cars/)
    expect(text).not.toMatch(/unblocked for/)
  })

  it('says why the rest is still blocked', () => {
    const partly = { ...NOTHING, done: [ONE], rest: [TWO] }
    const failure = new ApiError('unavailable', { status: 503 })
    expect(formatUnblock({ ...partly, failure })).toMatch(
      /\+27 82 123 0001 unblocked for Acme Cars\. \+27 82 123 0002 is still blocked .* could not answer.*503/,
    )
    expect(formatUnblock(partly)).toMatch(
      /\+27 82 123 0002 is still blocked for Acme Cars: you stopped it/,
    )
  })
})
