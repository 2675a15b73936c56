import { expect, test } from 'vitest'
import { matchEntities, matchingEntities } from './entity-matches.ts'
import type { BlockedEntity } from './records/blocked-entities.ts'

const MUELLER = {
  context: 'company',
  reference: 'mm-01',
  name: 'Müller Motors',
  numbers: ['27821230001', '27821230002'],
} satisfies BlockedEntity
const KAROO = {
  context: 'company',
  reference: 'karoo',
  name: 'Karoo Highveld 4x4',
  numbers: ['27115550001'],
} satisfies BlockedEntity
const ALL = [KAROO, MUELLER]

test.each([
  ['', ['karoo', 'mm-01']],
  ['muller', ['mm-01']],
  ['motors MÜL', ['mm-01']],
  ['MM-0', ['mm-01']],
  ['4x4', ['karoo']],
  ['011 555', ['karoo']],
  ['+27', ['karoo', 'mm-01']],
  ['01', ['mm-01']],
  ['nobody', []],
])('%j finds %j', (text, references) => {
  expect(matchingEntities(ALL, text).map(({ entity }) => entity.reference)).toEqual(references)
})

test('returns the matching numbers', () => {
  expect(matchingEntities(ALL, '082 123 0002')).toEqual([
    { entity: MUELLER, hits: ['27821230002'] },
  ])
})

test('the first digits of a number filter nothing, but a longer part does', () => {
  const referencesOf = (text: string) =>
    matchEntities(ALL, text).company.map(({ entity }) => entity.reference)
  expect(referencesOf('0')).toEqual(['mm-01'])
  expect(referencesOf('08')).toEqual(['karoo', 'mm-01'])
  expect(referencesOf('+')).toEqual(['karoo', 'mm-01'])
  expect(referencesOf('083')).toEqual([])
})
