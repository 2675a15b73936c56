import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  isMistyped,
  isNumberSearch,
  isWhole,
  numberInterpretations,
  numberMatch,
} from './number-search.ts'

describe('numberMatch', () => {
  it.each(['08', '082 1', '+27', '+27 8', '0001', '82123', '2782'])(
    'finds 27821230001 while %s is typed',
    text => {
      expect(numberMatch(text)?.('27821230001')).toBe(true)
    },
  )

  it('treats 00 as the start of a number or as digits inside it', () => {
    expect(numberMatch('0027 82')?.('27821230001')).toBe(true)
    expect(numberMatch('0097')?.('27820000097')).toBe(true)
    expect(numberMatch('0097')?.('27820000197')).toBe(false)
  })

  it('treats a + as the start of a number', () => {
    expect(numberMatch('+82 123')?.('27821230001')).toBe(false)
    expect(numberMatch('82 123')?.('27821230001')).toBe(true)
  })

  it.each(['', '   ', '+', '('])('searches for nothing by %j', text => {
    expect(numberMatch(text)).toBeNull()
  })

  it.each(['+27 82 123 0001', '082 123', '27821230001'])(
    'finds a number that is listed in its national form by %s',
    text => {
      expect(numberMatch(text)?.('0821230001')).toBe(true)
    },
  )

  it('finds nothing for a text that is not a number', () => {
    expect(numberMatch('Acme 27')?.('27821230001')).toBe(false)
  })

  it('finds a number by every beginning of it', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[1-9]\d{6,14}$/),
        fc.nat({ max: 15 }),
        fc.constantFrom('', '+'),
        (number, length, prefix) => {
          const match = numberMatch(prefix + number.slice(0, length + 1))
          expect(match?.(number)).toBe(true)
        },
      ),
    )
  })
})

describe('isNumberSearch', () => {
  it.each([
    ['082', true],
    ['+27 82', true],
    ['12', false],
    ['Garden Route 4x4', false],
    ['', false],
  ])('is %s: %s', (text, is) => {
    expect(isNumberSearch(text)).toBe(is)
  })
})

describe('numberInterpretations', () => {
  it.each([
    ['821230001', ['27821230001', '821230001']],
    ['442079460000', ['442079460000']],
    ['+44 20 7946 0000', ['442079460000']],
    ['12345', ['2712345']],
    ['+27', []],
    ['Acme', []],
    ['', []],
  ])('reads %j as %j', (text, interpretations) => {
    expect(numberInterpretations(text)).toEqual(interpretations)
  })
})

test.each([
  ['27821230001', true],
  ['2782123', false],
  ['278212300012', false],
  ['2547123', true],
])('whether %s may be a whole number: %s', (number, is) => {
  expect(isWhole(number)).toBe(is)
})

test.each([
  ['083 222 21x1', true],
  ['0832222161', false],
  ['083 222 2161 ext', true],
  ['Acme 2026', false],
  ['083-222-21#1', false],
])('whether “%s” is probably a mistyped number: %s', (text, is) => {
  expect(isMistyped(text)).toBe(is)
})
