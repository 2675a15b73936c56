import { expect, test } from 'vitest'
import type { BlockNotes } from '../../../../contract/blocklist/block-notes.ts'
import { mergeEntities } from './blocked-entities.ts'
import { allBlocks, groupsOf, isDue, notesOf } from './blocks.ts'
import { readBlocklist } from './listed-record.ts'

const ONE = '27821230001'
type Noted = BlockNotes['results'][number]

function noted(reference: string, change: Partial<Noted> = {}): Noted {
  return {
    entity_context_name: 'company',
    reference,
    reason: null,
    note: null,
    until: null,
    who: 'Thandi',
    at: '2026-11-20T10:00:00.000+02:00',
    phone_numbers: [ONE],
    ...change,
  }
}

/** The blocks of a list as a service sends it. */
function blocksIn(items: unknown[], results: Noted[]) {
  const { entities } = readBlocklist(items)
  return allBlocks(mergeEntities(entities), notesOf({ since: null, results, refused_checks: null }))
}

const record = (context: string, name: string, reference = name, numbers: unknown = [ONE]) => ({
  id: 1,
  entity_context_name: context,
  entity: { name, reference },
  blocked_phone_number_list: numbers,
})

test('a number that is blocked in three contexts has three reasons', () => {
  const blocks = blocksIn(
    ['company', 'partner', 'group'].map(context => record(context, 'Acme')),
    [
      noted('Acme', { reason: 'spam' }),
      noted('Acme', { entity_context_name: 'partner', reason: 'competitor' }),
      noted('Acme', { entity_context_name: 'group', reason: 'harassment' }),
    ],
  )
  expect(blocks.map(({ entity, note }) => [entity.context, note?.reason])).toEqual([
    ['company', 'spam'],
    ['partner', 'competitor'],
    ['group', 'harassment'],
  ])
})

test('an entity that was renamed keeps its notes, and one that is gone has no block', () => {
  const blocks = blocksIn(
    [record('company', 'Acme Motors', 'acme')],
    [noted('acme', { reason: 'spam' }), noted('gone', { reason: 'spam' })],
  )
  expect(blocks.map(({ entity, note }) => [entity.name, note?.reason])).toEqual([
    ['Acme Motors', 'spam'],
  ])
})

test.each([
  ['strings', [`+${ONE}`]],
  ['numbers', [Number(ONE)]],
  ['groups of digits', [{ phone_number: '+27 82 123-0001' }]],
])('a note belongs to its number in a list of %s', (_what, numbers) => {
  const [block] = blocksIn([record('company', 'acme', 'acme', numbers)], [noted('acme')])
  expect(block).toMatchObject({ number: ONE, note: { who: 'Thandi' } })
})

test('a note belongs to a number that the service lists in its national form', () => {
  const [block] = blocksIn([record('company', 'acme', 'acme', ['0821230001'])], [noted('acme')])
  expect(block).toMatchObject({ number: '0821230001', note: { who: 'Thandi' } })
})

test('the newest of several notes about a number counts', () => {
  const [block] = blocksIn(
    [record('company', 'acme')],
    [noted('acme', { who: 'Thandi' }), noted('acme', { who: 'Sipho' })],
  )
  expect(block?.note?.who).toBe('Sipho')
})

test('a block is due on its day', () => {
  const [block] = blocksIn([record('company', 'acme')], [noted('acme', { until: '2026-11-21' })])
  const isDueOn = (day: string) => block && isDue(block, day)
  expect([isDueOn('2026-11-20'), isDueOn('2026-11-21')]).toEqual([false, true])
})

test('blocks of one entity are in one group', () => {
  const two = '27821230002'
  const blocks = blocksIn(
    [record('company', 'acme', 'acme', [ONE, two]), record('group', 'acme', 'acme', [two])],
    [],
  )
  const groups = groupsOf(blocks).map(([{ context }, some]) => [context, some.length])
  expect(groups).toEqual([
    ['company', 2],
    ['group', 1],
  ])
})
