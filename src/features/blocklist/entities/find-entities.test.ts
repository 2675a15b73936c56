import { expect, test } from 'vitest'
import { findEntities } from './find-entities.ts'

const MUELLER = {
  reference: 'mm-01',
  name: 'Müller Motors',
  numbers: ['27821230001', '27821230002'],
}
const KAROO = { reference: 'karoo', name: 'Karoo Highveld 4x4', numbers: ['27115550001'] }
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
  expect(findEntities(ALL, text).map(({ entity }) => entity.reference)).toEqual(references)
})

test('returns the matching numbers', () => {
  expect(findEntities(ALL, '082 123 0002')).toEqual([{ entity: MUELLER, hits: ['27821230002'] }])
})
