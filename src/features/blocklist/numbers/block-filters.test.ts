import { expect, test } from 'vitest'
import { allBlocks, type Block, notesOf } from '../records/blocks.ts'
import { countValues, FILTERS, matchBlocks } from './block-filters.tsx'

const TODAY = '2026-11-21'
const NOTE = { reason: null, note: null, until: null, who: null, at: null } as const
const BLOCKS = allBlocks(
  [
    {
      context: 'company',
      reference: 'acme',
      name: 'Acme Cars',
      numbers: ['27820000001', '442079460000'],
    },
    { context: 'company', reference: 'berg', name: 'Berg Auto', numbers: ['27820000001'] },
    { context: 'group', reference: 'north', name: 'North', numbers: ['0820000002'] },
  ],
  notesOf({
    since: null,
    refused_checks: null,
    results: [
      {
        ...NOTE,
        entity_context_name: 'company',
        reference: 'acme',
        phone_numbers: ['27820000001'],
        reason: 'spam',
        until: TODAY,
        who: 'Thandi',
        at: '2026-11-01T10:00:00.000+02:00',
      },
      {
        ...NOTE,
        entity_context_name: 'group',
        reference: 'north',
        phone_numbers: ['27820000002'],
        until: '2027-01-01',
        at: '2026-11-01T10:00:00.000+02:00',
      },
    ],
  }),
)

const shown = ({ number, entity }: Block) => `${entity.reference} ${number}`

test.each([
  [{ context: 'group' }, ['north 0820000002']],
  [{ entity: 'company acme' }, ['acme 27820000001', 'acme 442079460000']],
  [{ reason: 'spam' }, ['acme 27820000001']],
  [{ reason: 'none', context: 'company' }, ['acme 442079460000', 'berg 27820000001']],
  [{ who: 'Thandi' }, ['acme 27820000001']],
  [{ who: 'A script' }, ['north 0820000002']],
  [{ who: 'Outside Redial' }, ['acme 442079460000', 'berg 27820000001']],
  [{ due: 'due' }, ['acme 27820000001']],
  [{ due: 'later' }, ['north 0820000002']],
  [{ country: '44' }, ['acme 442079460000']],
  // As the service lists it, which may be in national form.
  [{ country: '27', context: 'group' }, ['north 0820000002']],
] as const)('%j lists %j', (search, expected) => {
  const match = matchBlocks(search, '', TODAY)
  expect(BLOCKS.filter(block => match?.(block)).map(shown)).toEqual(expected)
})

test.each([
  ['auto berg', ['berg 27820000001']],
  ['082 000 0001', ['acme 27820000001', 'berg 27820000001']],
])('a search for %j lists %j', (searched, expected) => {
  const match = matchBlocks({}, searched, TODAY)
  expect(BLOCKS.filter(block => match?.(block)).map(shown)).toEqual(expected)
})

test('a company and a group with the same reference are two names', () => {
  const filter = FILTERS.find(({ name }) => name === 'entity')
  const acme = { reference: 'acme', numbers: ['27820000001'] }
  const blocks = allBlocks(
    [
      { ...acme, context: 'company', name: 'Acme Cars' },
      { ...acme, context: 'group', name: 'Acme' },
    ],
    undefined,
  )
  expect(filter && countValues(filter, blocks, {}, '', TODAY)).toMatchObject([
    { value: 'company acme', name: 'Acme Cars', count: '1' },
    { value: 'group acme', name: 'Acme (group)', count: '1' },
  ])
})

test('each value of a filter is counted with the other filters', () => {
  const counts = FILTERS.map(filter => [
    filter.label,
    ...countValues(filter, BLOCKS, { context: 'company' }, '', TODAY).map(
      ({ name, count }) => `${name} ${count}`,
    ),
  ])
  expect(counts).toEqual([
    ['Kind', 'Company 3', 'Group 1'],
    ['Name', 'Acme Cars 2', 'Berg Auto 1'],
    ['Reason', 'No reason 2', 'Spam 1'],
    ['Person', 'Outside Redial 2', 'Thandi 1'],
    ['Until', 'No end 2', 'Due 1'],
    ['Country code', '+27 2', '+44 1'],
  ])
})
