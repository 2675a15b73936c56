import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Column } from './column.ts'
import { useTableModel } from './use-table-model.ts'

type Row = { name: string; at: number | null }

const ROWS: Row[] = [
  { name: 'Receiver 10', at: 3 },
  { name: 'receiver 9', at: null },
  { name: 'Acme', at: 1 },
  { name: 'Émile', at: 3 },
]

const COLUMNS: Column<Row>[] = [column('name', ({ name }) => name), column('at', ({ at }) => at)]

function column(id: string, sortValue: (row: Row) => string | number | null): Column<Row> {
  return { id, header: id, cell: sortValue, sortFirst: 'ascending', sortValue }
}

/** The names of the rows, as a table with this order in the URL shows them. */
function sorted(text: string): string[] {
  let names: string[] = []
  function Table() {
    const table = useTableModel({ columns: COLUMNS, rows: ROWS, sort: text, onSort: () => {} })
    names = table.sorted.map(({ name }) => name)
    return null
  }
  renderToStaticMarkup(createElement(Table))
  return names
}

test('names are sorted as people read them', () => {
  expect(sorted('name')).toEqual(['Acme', 'Émile', 'receiver 9', 'Receiver 10'])
})

test('rows without a value come last in either direction, and equal ones keep their order', () => {
  expect(sorted('at')).toEqual(['Acme', 'Receiver 10', 'Émile', 'receiver 9'])
  expect(sorted('-at')).toEqual(['Receiver 10', 'Émile', 'Acme', 'receiver 9'])
})

test('an order that the URL does not have or that is unknown leaves the rows as they are', () => {
  expect(sorted('')).toEqual(ROWS.map(({ name }) => name))
  expect(sorted('-colour')).toEqual(ROWS.map(({ name }) => name))
})
