import { expect, test } from 'vitest'
import { pastedEntries } from '../phone-input/paste/pasted-entries.ts'
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
    { context: 'company', reference: 'coast', name: '', numbers: ['0821230004'] },
  ],
  undefined,
)

function idsOf(...texts: string[]) {
  return findBlocks(texts, BLOCKS, null).blocks.map(({ id }) => id)
}

test('a number in any format is found in each list that has it', () => {
  expect(idsOf('082 123 0001', '+27 (0)82 123-0001')).toEqual([
    '27821230001 company acme',
    '27821230001 group north',
  ])
})

test.each(['+27 82 123 0004', '0821230004'])(
  '%s is found although the list has it in its national form',
  text => {
    expect(idsOf(text)).toEqual(['0821230004 company coast'])
  },
)

test.each([
  ['an incomplete number', '2782123000'],
  ['a number that can be read in two ways', '821230009'],
])('%s is found as the list has it', (_what, text) => {
  expect(idsOf(text)).toEqual([`${text} company acme`])
})

test('texts that are on no list are named', () => {
  const texts = ['082 123 0001', '082 123 0002', 'nobody']
  expect(findBlocks(texts, BLOCKS, null).about).toBe(
    '“082 123 0002” and “nobody” are not on the list.',
  )
})

test('numbers that were pasted more than once are counted', () => {
  const texts = ['082 123 0001', '+27 82 123 0001', '27821230001', '821230009', '082 123 0002']
  expect(findBlocks(texts, BLOCKS, null).about).toBe(
    '1 number was pasted more than once. “082 123 0002” is not on the list.',
  )
})

test('lines without a phone number are named, as in the form that blocks numbers', async () => {
  const { entries, about } = await pastedEntries('082 123 0001\nnobody\n082 123 0002', 'ZA')
  const texts = entries.map(({ text }) => text)
  expect(findBlocks(texts, BLOCKS, about).about).toBe(
    '“082 123 0002” is not on the list. Line 2 of the text has no phone number.',
  )
})
