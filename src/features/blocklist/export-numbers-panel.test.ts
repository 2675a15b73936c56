import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import { blocklistFile } from './export-numbers-panel.tsx'

async function written(name: string, numbers: string[]) {
  const rows = numbers.map(
    number => ({ context: 'company', name, reference: 'R-1', number }) as const,
  )
  const text = await (await blocklistFile(rows)).text()
  return papaparse.parse<string[]>(text.trim()).data
}

test('each number is a row, in the interface’s terms', async () => {
  expect(await written('Müller, Motors', ['27821230001', '442079460000'])).toEqual([
    ['entity_context_name', 'entity_name', 'entity_reference', 'phone_number'],
    ['company', 'Müller, Motors', 'R-1', 'tel:+27821230001'],
    ['company', 'Müller, Motors', 'R-1', 'tel:+442079460000'],
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
