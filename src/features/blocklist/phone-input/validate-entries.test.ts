import { describe, expect, it } from 'vitest'
import { parseText } from '../phone/phone-entry.ts'
import { checkEntries, countGroup, describeResult, numbersToSend } from './validate-entries.ts'

const NOTHING = { entity: new Set<string>(), partner: new Set<string>() }

function validate(
  texts: string[],
  listed: Parameters<typeof checkEntries>[1] = NOTHING,
  refused = new Map<string, string>(),
  doubts: (string | null)[] = [],
) {
  const entries = texts.map((text, id) => {
    return { id, ...parseText(text, 'ZA'), included: doubts[id] ?? null }
  })
  return checkEntries(entries, listed, refused)
}

describe('checkEntries', () => {
  it('sends a number once and marks duplicates', () => {
    const results = validate(['+27821230001', '', '0027821230001', '27821230002'])
    expect(numbersToSend(results)).toEqual(['27821230001', '27821230002'])
    expect(results[2]?.about).toBe('Duplicate of number 1. It is sent once.')
  })

  it('marks numbers that are already on the list or blocked for the whole partner', () => {
    const results = validate(['27821230001', '27821230002', '27821230003'], {
      entity: new Set(['27821230001']),
      partner: new Set(['27821230001', '27821230002']),
    })
    expect(results.map(({ about }) => about)).toEqual([
      expect.stringMatching(/already on the list/i),
      expect.stringMatching(/whole partner/),
      null,
    ])
    expect(numbersToSend(results)).toHaveLength(3)
    expect(results.map(({ group }) => group)).toEqual(['listed', 'sent', 'sent'])
  })

  it('puts each entry into one group', () => {
    const texts = ['27821230001', '27821230002', '', '082 123 0002', '44 20 7946 0958', '12', 'x']
    const listed = { ...NOTHING, entity: new Set(['27821230001']) }
    const results = validate(texts, listed)
    expect(numbersToSend(results)).toHaveLength(2)
    expect(countGroup(results, 'sent')).toBe(1)
    expect(results.map(({ group }) => group)).toEqual([
      'listed',
      'sent',
      'empty',
      'duplicate',
      'held',
      'invalid',
      'invalid',
    ])
    const refused = new Map([['27821230002', 'Odd.']])
    expect(validate(texts.slice(1, 4), listed, refused).map(({ group }) => group)).toEqual([
      'invalid',
      'empty',
      'invalid',
    ])
  })

  it('holds back incomplete and unexpected foreign numbers until they are included', () => {
    const texts = ['27821230001', '2782123000', '44 20 7946 0958', '+442079460958']
    const results = validate(texts.slice(0, 3))
    expect(results.map(({ about }) => about)).toEqual([
      null,
      'Doesn’t look like a number of South Africa: is it complete?',
      'Looks like a number of another country (United Kingdom), but has no +.',
    ])
    expect(results.map(({ group }) => group)).toEqual(['sent', 'held', 'held'])
    expect(numbersToSend(results)).toEqual(['27821230001'])
    expect(numbersToSend(validate(texts.slice(3)))).toEqual(['442079460958'])

    const included = validate(
      texts.slice(0, 3),
      NOTHING,
      new Map(),
      results.map(({ about }) => about),
    )
    expect(included.map(({ group }) => group)).toEqual(['sent', 'sent', 'sent'])
    expect(numbersToSend(included)).toHaveLength(3)
  })

  it('leaves out protected numbers until each is included', () => {
    const guarded = new Map([['27821230001', 'This is a tracking number of Acme Cars.']])
    const texts = ['082 123 0001', '08600 10111', '27821230003']
    const results = validate(texts, { ...NOTHING, guarded })
    expect(results.map(({ about }) => about)).toEqual([
      'This is a tracking number of Acme Cars.',
      'This is the police (08600 10111).',
      null,
    ])
    expect(numbersToSend(results)).toEqual(['27821230003'])
    expect(results.map(({ isProtected = false }) => isProtected)).toEqual([true, true, false])

    const chosen = [results[0]?.about ?? null]
    const included = validate(texts, { ...NOTHING, guarded }, new Map(), chosen)
    expect(numbersToSend(included)).toEqual(['27821230001', '27821230003'])
    expect(included[0]?.about).toBe('This is a tracking number of Acme Cars.')
    // One that was included for another doubt stays protected.
    const other = validate(texts, { ...NOTHING, guarded }, new Map(), ['Looks odd.'])
    expect(numbersToSend(other)).toEqual(['27821230003'])
  })

  it('doubts no number that is on the list', () => {
    const odd = '2782123000'
    const [listed] = validate([odd], { ...NOTHING, entity: new Set([odd]) })
    expect(listed?.about).toBe('Already on the list, so it will be ignored.')
    expect(listed && describeResult(listed, 'South Africa')?.outcome).toMatch(/^Read as/)
  })

  it('sends no invalid or refused number', () => {
    const results = validate(
      ['nobody', '27821230001', '27 82 123 0001', '27821230002'],
      NOTHING,
      new Map([['27821230001', 'Not there.']]),
    )
    expect(results.map(({ about }) => about)).toEqual([
      'Not a phone number.',
      'Not there.',
      'Not there.',
      null,
    ])
    expect(numbersToSend(results)).toEqual(['27821230002'])
    expect(results.map(({ group }) => group)).toEqual(['invalid', 'invalid', 'invalid', 'sent'])
  })
})

describe('describeResult', () => {
  const describeText = (text: string, refused = new Map<string, string>()) =>
    validate([text], NOTHING, refused).map(result => describeResult(result, 'South Africa'))[0]

  it('names only another country than the chosen one', () => {
    expect(describeText('0712 345 678')).toEqual({
      outcome: 'Will be blocked as +27 71 234 5678',
      notes: [],
      isNoted: false,
    })
    expect(describeText('+44 20 7946 0958')).toMatchObject({
      outcome: 'Will be blocked as +44 20 7946 0958',
      notes: ['United Kingdom'],
    })
  })

  it('says why a number is held back, and nothing about a text without a number', () => {
    expect(describeText('2782123000')).toEqual({
      outcome: 'Held back · +27 8 212 3000',
      notes: ['Doesn’t look like a number of South Africa: is it complete?'],
      isNoted: true,
    })
    expect(describeText('x')).toBeNull()
  })

  it('has no note about a refusal, which is the error of the entry', () => {
    const refused = new Map([['27821230001', 'Odd.']])
    expect(describeText('082 123 0001', refused)).toEqual({
      outcome: 'Read as +27 82 123 0001',
      notes: [],
      isNoted: false,
    })
  })
})
