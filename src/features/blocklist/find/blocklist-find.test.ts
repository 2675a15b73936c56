import { expect, test } from 'vitest'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { allBlocks } from '../records/blocks.ts'
import { numberStatuses } from './blocklist-find.tsx'

const entity = (context: EntityContext, reference: string, ...numbers: string[]) => ({
  context,
  reference,
  name: reference,
  numbers,
})
const LIST = allBlocks(
  [
    entity('company', 'acme', '27821230001'),
    entity('company', 'berg', '821230009'),
    entity('group', 'north', '27821230001'),
    entity('partner', 'karoo'),
    entity('company', 'coast', '0821230004'),
  ],
  undefined,
)

function said(...interpretations: string[]) {
  return numberStatuses(interpretations, LIST).map(({ number, blocks }) => [
    number,
    ...blocks.map(({ entity }) => `${entity.context} ${entity.reference}`),
  ])
}

test('every entry that blocks a number is named, in all contexts', () => {
  expect(said('27821230001')).toEqual([['27821230001', 'company acme', 'group north']])
})

test('a number that the service lists in its national form is blocked', () => {
  expect(said('27821230004')).toEqual([['27821230004', 'company coast']])
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
