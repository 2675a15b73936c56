import { expect, test } from 'vitest'
import { blockOf, lastUnblock, type NumberChange } from './number-status.ts'

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
const entry = (reference: string) => ({
  context: 'company' as const,
  entity: { reference, name: reference, numbers: ['27821230001'] },
})

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
