import { expect, test } from 'vitest'
import { allBlocks } from '../records/blocks.ts'
import { findBlocks } from './unblock-list.tsx'

const BLOCKS = allBlocks(
  [
    {
      context: 'company',
      reference: 'acme',
      name: '',
      numbers: ['27821230001', '2782123000', '821230009'],
    },
    { context: 'group', reference: 'north', name: '', numbers: ['27821230001'] },
  ],
  undefined,
)

function idsOf(...texts: string[]) {
  return findBlocks(texts, BLOCKS).blocks.map(({ id }) => id)
}

test('a number in any format is found in each list that has it', () => {
  expect(idsOf('082 123 0001', '+27 (0)82 123-0001')).toEqual([
    '27821230001 company acme',
    '27821230001 group north',
  ])
})

test.each([
  ['an incomplete number', '2782123000'],
  ['a number that can be read in two ways', '821230009'],
])('%s is found as the list has it', (_what, text) => {
  expect(idsOf(text)).toEqual([`${text} company acme`])
})

test('texts that are on no list are named', () => {
  const texts = ['082 123 0001', '082 123 0002', 'nobody']
  expect(findBlocks(texts, BLOCKS).about).toBe('“082 123 0002” and “nobody” are not on the list.')
})
