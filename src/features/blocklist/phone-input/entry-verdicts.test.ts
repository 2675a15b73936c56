import { describe, expect, it } from 'vitest'
import { readPhoneEntry } from '../phone/phone-entry.ts'
import { entriesToLookAt, entryVerdicts, numbersToSend, unblockVerdicts } from './entry-verdicts.ts'

const NOTHING = { entity: new Set<string>(), partner: new Set<string>() }

function verdictsOf(
  texts: string[],
  listed: Parameters<typeof entryVerdicts>[1] = NOTHING,
  refused = new Map<string, string>(),
) {
  return entryVerdicts(
    texts.map(text => readPhoneEntry(text, 'ZA')),
    listed,
    refused,
  )
}

describe('entryVerdicts', () => {
  it('sends a number once, and says of the others that they are the same', () => {
    const verdicts = verdictsOf(['+27821230001', '', '0027821230001', '27821230002'])
    expect(numbersToSend(verdicts)).toEqual(['27821230001', '27821230002'])
    expect(verdicts[2]?.notes).toEqual(['The same as number 1: sent once.'])
  })

  it('tells what is on the list already, and what the whole partner blocks', () => {
    const verdicts = verdictsOf(['27821230001', '27821230002', '27821230003'], {
      entity: new Set(['27821230001']),
      partner: new Set(['27821230001', '27821230002']),
    })
    expect(verdicts.map(({ notes }) => notes.join())).toEqual([
      expect.stringMatching(/on the list already/i),
      expect.stringMatching(/whole partner/),
      '',
    ])
    expect(numbersToSend(verdicts)).toHaveLength(3)
    expect(entriesToLookAt(verdicts)).toEqual({ wrong: [], held: [], noted: [0, 1] })
  })

  it('holds back what lacks a digit or is of an unexpected country, until it is included', () => {
    const texts = ['27821230001', '2782123000', '44 20 7946 0958', '+442079460958']
    const verdicts = verdictsOf(texts.slice(0, 3))
    expect(verdicts.map(({ doubt }) => doubt)).toEqual([
      null,
      'Doesn’t look like a number of South Africa: is it complete?',
      'Looks like a number of another country (United Kingdom), but has no +.',
    ])
    expect(entriesToLookAt(verdicts)).toEqual({ wrong: [], held: [1, 2], noted: [] })
    expect(numbersToSend(verdicts)).toEqual(['27821230001'])
    expect(numbersToSend(verdictsOf(texts.slice(3)))).toEqual(['442079460958'])

    const readings = texts.slice(0, 3).map(text => readPhoneEntry(text, 'ZA'))
    const included = entryVerdicts(readings, NOTHING, new Map(), () => true)
    expect(entriesToLookAt(included)).toEqual({ wrong: [], held: [], noted: [1, 2] })
    expect(numbersToSend(included)).toHaveLength(3)
  })

  it('doubts no number that is on the list', () => {
    const odd = '2782123000'
    const [listed] = verdictsOf([odd], { ...NOTHING, entity: new Set([odd]) })
    expect(listed?.notes).toEqual(['On the list already, so it will be ignored.'])
    const [unblocked] = unblockVerdicts([readPhoneEntry(odd, 'ZA')], new Set([odd]))
    expect(unblocked).toMatchObject({ sends: odd, notes: [] })
  })

  it('sends nothing that is wrong or was refused, wherever it stands', () => {
    const verdicts = verdictsOf(
      ['nobody', '27821230001', '27 82 123 0001', '27821230002'],
      NOTHING,
      new Map([['27821230001', 'Not there.']]),
    )
    expect(verdicts.map(({ problem }) => problem)).toEqual([
      'Not a phone number.',
      'Not there.',
      'Not there.',
      null,
    ])
    expect(numbersToSend(verdicts)).toEqual(['27821230002'])
    expect(entriesToLookAt(verdicts).wrong).toEqual([0, 1, 2])
  })
})
