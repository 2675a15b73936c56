import { describe, expect, it } from 'vitest'
import { parseText } from '../phone/phone-entry.ts'
import {
  countGroup,
  entriesToLookAt,
  inclusionOf,
  numbersToSend,
  ownNumberOf,
  validateEntries,
  validateUnblock,
} from './validate-entries.ts'

const NOTHING = { entity: new Set<string>(), partner: new Set<string>() }

function validate(
  texts: string[],
  listed: Parameters<typeof validateEntries>[1] = NOTHING,
  refused = new Map<string, string>(),
  included = new Set<string>(),
) {
  const entries = texts.map(text => parseText(text, 'ZA'))
  return validateEntries(entries, listed, refused, included)
}

describe('validateEntries', () => {
  it('sends a number once and marks duplicates', () => {
    const results = validate(['+27821230001', '', '0027821230001', '27821230002'])
    expect(numbersToSend(results)).toEqual(['27821230001', '27821230002'])
    expect(results[2]?.notes).toEqual(['Duplicate of number 1. It is sent once.'])
  })

  it('marks numbers that are already on the list or blocked for the whole partner', () => {
    const results = validate(['27821230001', '27821230002', '27821230003'], {
      entity: new Set(['27821230001']),
      partner: new Set(['27821230001', '27821230002']),
    })
    expect(results.map(({ notes }) => notes.join())).toEqual([
      expect.stringMatching(/already on the list/i),
      expect.stringMatching(/whole partner/),
      '',
    ])
    expect(numbersToSend(results)).toHaveLength(3)
    expect(entriesToLookAt(results)).toEqual({ wrong: [], held: [], noted: [0, 1] })
  })

  it('counts what the service will add', () => {
    const listed = { ...NOTHING, entity: new Set(['27821230001']) }
    const results = validate(['27821230001', '27821230002', 'nobody'], listed)
    expect(numbersToSend(results)).toHaveLength(2)
    expect(countGroup(results, 'sent')).toBe(1)
  })

  it('puts each entry into one group', () => {
    const texts = ['27821230001', '27821230002', '', '082 123 0002', '44 20 7946 0958', '12', 'x']
    const listed = { ...NOTHING, entity: new Set(['27821230001']) }
    expect(validate(texts, listed).map(({ group }) => group)).toEqual([
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
    expect(results.map(({ doubt }) => doubt)).toEqual([
      null,
      'Doesn’t look like a number of South Africa: is it complete?',
      'Looks like a number of another country (United Kingdom), but has no +.',
    ])
    expect(entriesToLookAt(results)).toEqual({ wrong: [], held: [1, 2], noted: [] })
    expect(numbersToSend(results)).toEqual(['27821230001'])
    expect(numbersToSend(validate(texts.slice(3)))).toEqual(['442079460958'])

    const included = validate(texts.slice(0, 3), NOTHING, new Map(), new Set(texts))
    expect(entriesToLookAt(included)).toEqual({ wrong: [], held: [], noted: [1, 2] })
    expect(numbersToSend(included)).toHaveLength(3)
  })

  it('leaves out own tracking numbers until each is included', () => {
    const own = new Map([
      ['27821230001', 'Acme Cars'],
      ['27821230002', null],
    ])
    const texts = ['082 123 0001', '+27821230002', '27821230003']
    const results = validate(texts, { ...NOTHING, own })
    expect(results.map(({ doubt }) => doubt)).toEqual([
      'This is a tracking number of Acme Cars.',
      'This is one of your own tracking numbers.',
      null,
    ])
    expect(numbersToSend(results)).toEqual(['27821230003'])
    expect(results.map(ownNumberOf)).toEqual(['27821230001', '27821230002', null])

    const chosen = inclusionOf('082 123 0001', '27821230001')
    const included = validate(texts, { ...NOTHING, own }, new Map(), new Set([chosen]))
    expect(numbersToSend(included)).toEqual(['27821230001', '27821230003'])
    expect(included[0]?.notes).toEqual(['This is a tracking number of Acme Cars.'])
  })

  it('does not include a tracking number with a text that was included for another doubt', () => {
    expect(inclusionOf('+27821230001', '27821230001')).not.toBe(inclusionOf('+27821230001', null))
  })

  it('doubts no number that is on the list', () => {
    const odd = '2782123000'
    const [listed] = validate([odd], { ...NOTHING, entity: new Set([odd]) })
    expect(listed?.notes).toEqual(['Already on the list, so it will be ignored.'])
    const [unblocked] = validateUnblock([parseText(odd, 'ZA')], new Set([odd]), new Map())
    expect(unblocked).toMatchObject({ sends: odd, notes: [] })
  })

  it('sends no invalid or refused number', () => {
    const results = validate(
      ['nobody', '27821230001', '27 82 123 0001', '27821230002'],
      NOTHING,
      new Map([['27821230001', 'Not there.']]),
    )
    expect(results.map(({ problem }) => problem)).toEqual([
      'Not a phone number.',
      'Not there.',
      'Not there.',
      null,
    ])
    expect(numbersToSend(results)).toEqual(['27821230002'])
    expect(entriesToLookAt(results).wrong).toEqual([0, 1, 2])
  })
})
