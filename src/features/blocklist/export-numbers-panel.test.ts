import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import { blocklistFile, scopesOf } from './export-numbers-panel.tsx'
import { allBlocks, notesOf } from './records/blocks.ts'

const NOTED = {
  entity_context_name: 'company',
  reference: 'R-1',
  reason: 'spam',
  note: '=1+1',
  until: '2026-12-31',
  who: 'Thandi',
  at: '2026-11-28T10:00:00.000+02:00',
} as const
const NOTES = notesOf({
  since: null,
  refused_checks: null,
  results: [{ ...NOTED, phone_numbers: ['27821230001'] }],
})

async function written(name: string, numbers: string[]) {
  const entity = { context: 'company', name, reference: 'R-1', numbers } as const
  const blocks = allBlocks([entity], NOTES)
  const text = await (await blocklistFile(blocks)).text()
  return papaparse.parse<string[]>(text.trim()).data
}

test('each number is a row, in the interface’s terms', async () => {
  expect(await written('Müller, Motors', ['27821230001', '442079460000'])).toEqual([
    [
      ...['entity_context_name', 'entity_name', 'entity_reference', 'phone_number'],
      ...[
        'reason',
        'note',
        'until',
        'blocked_by',
        'blocked_at',
        'refused_calls',
        'last_refused_at',
      ],
    ],
    [
      ...['company', 'Müller, Motors', 'R-1', 'tel:+27821230001'],
      ...['spam', "'=1+1", '2026-12-31', 'Thandi', NOTED.at, '', ''],
    ],
    [
      ...['company', 'Müller, Motors', 'R-1', 'tel:+442079460000'],
      ...['', '', '', 'outside Redial', '', '', ''],
    ],
  ])
})

test('writes more rows than fit into one piece', async () => {
  const numbers = Array.from({ length: 25_001 }, (_, index) => String(27_820_000_000 + index))
  const [, ...rows] = await written('Acme', numbers)
  expect(rows.map(row => row[3])).toEqual(numbers.map(number => `tel:+${number}`))
})

test('escapes a name that a spreadsheet would run', async () => {
  const [, row] = await written('=HYPERLINK("http://x")', ['27821230001'])
  expect(row?.[1]).toBe('\'=HYPERLINK("http://x")')
})

test('the numbers that match a filter can be exported alone', () => {
  const numbers = ['27821230001', '442079460000']
  const entity = { context: 'company', name: 'Acme', reference: 'R-1', numbers } as const
  const blocks = allBlocks([entity], NOTES)
  const search = { view: 'all', reason: 'spam' } as const
  const scopes = scopesOf({ search, searched: '', shown: null }, '2026-11-28')
  expect(scopes.map(({ name, match }) => [name, blocks.filter(match).length])).toEqual([
    ['Listed', 1],
    ['The whole blocklist', 2],
  ])
})
