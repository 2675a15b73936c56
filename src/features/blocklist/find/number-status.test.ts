import { expect, test } from 'vitest'
import type { BlockedEntities } from '../records/blocked-entities.ts'
import {
  blockOf,
  countMatches,
  lastUnblock,
  type NumberChange,
  numberStatuses,
} from './number-status.ts'

const entity = (reference: string, ...numbers: string[]) => ({
  reference,
  name: reference,
  numbers,
})
const LIST: BlockedEntities = {
  company: [entity('acme', '27821230001'), entity('berg', '821230009')],
  group: [entity('north', '27821230001')],
  partner: [entity('karoo')],
}

function said(...interpretations: string[]) {
  return numberStatuses(interpretations, LIST).map(({ number, entries }) => [
    number,
    ...entries.map(({ context, entity }) => `${context} ${entity.reference}`),
  ])
}

test('every entry that blocks a number is named, in all contexts', () => {
  expect(said('27821230001')).toEqual([['27821230001', 'company acme', 'group north']])
})

test('returns the interpretations of a number that is not blocked, most likely first', () => {
  expect(said('27821230008', '821230008')).toEqual([['27821230008'], ['821230008']])
})

test('prefers a blocked interpretation to a more likely one', () => {
  expect(said('27821230009', '821230009')).toEqual([['821230009', 'company berg']])
})

test('an incomplete number has no status', () => {
  expect(said('2782123')).toEqual([])
  expect(said()).toEqual([])
})

test('counts each blocked number that contains the digits once', () => {
  expect(countMatches('123 000', LIST)).toBe(2)
  expect(countMatches('0009', LIST)).toBe(1)
  expect(countMatches('0008', LIST)).toBe(0)
})

const change = (
  isBlock: boolean,
  reference: string,
  who: string | null = 'Thandi',
): NumberChange => ({
  isBlock,
  isCertain: true,
  context: 'company',
  reference,
  who,
  at: '2026-11-26T18:51:00+02:00',
})
const lost = (made: NumberChange) => ({ ...made, isCertain: false })
const entry = (reference: string) => ({ context: 'company' as const, entity: entity(reference) })

test.each<[string, NumberChange[], string | null]>([
  [
    'the newest block of the entity',
    [change(true, 'acme', 'Pieter'), change(true, 'acme')],
    'Pieter',
  ],
  ['no block of another entity', [change(true, 'berg')], null],
  [
    'no block that was taken back, so it was added elsewhere',
    [change(false, 'acme'), change(true, 'acme')],
    null,
  ],
  ['no block if Redial made none', [], null],
  ['a block whose answer was lost', [lost(change(true, 'acme', 'Pieter'))], 'Pieter'],
  [
    'the block before an unblocking whose answer was lost',
    [lost(change(false, 'acme')), change(true, 'acme', 'Pieter')],
    'Pieter',
  ],
])('names %s', (_what, changes, who) => {
  expect(blockOf(changes, entry('acme'))?.who ?? null).toBe(who)
})

test('a block of the same reference in another context is another entity’s', () => {
  expect(blockOf([{ ...change(true, 'acme'), context: 'group' }], entry('acme'))).toBeNull()
})

test.each<[NumberChange[], string | null]>([
  [[change(false, 'acme', 'Pieter'), change(true, 'acme')], 'Pieter'],
  [[change(true, 'acme'), change(false, 'acme')], null],
  [[lost(change(true, 'acme')), change(false, 'acme', 'Pieter')], 'Pieter'],
  [[], null],
])('names who unblocked a number last', (changes, who) => {
  expect(lastUnblock(changes)?.who ?? null).toBe(who)
})
