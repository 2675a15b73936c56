import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { resizeColumn, TableLayout, USUAL_LAYOUT } from '../../ui/table/table-layout.ts'
import { useTableModel } from '../../ui/table/use-table-model.ts'
import { parseLayout } from './use-table-layout.ts'

const COLUMNS = [
  { id: 'selected', isFixed: true },
  { id: 'state' },
  { id: 'company' },
  { id: 'attempts', isHiddenAtFirst: true },
].map(column => ({ ...column, header: column.id, cell: () => null }))

/** The ids of the columns that a table shows in this layout, in their order. */
function shownIn(layout: TableLayout): string[] {
  let ids: string[] = []
  function Table() {
    const { shown } = useTableModel({ columns: COLUMNS, layout: { layout, onLayout: () => {} } })
    ids = shown.map(({ id }) => id)
    return null
  }
  renderToStaticMarkup(createElement(Table))
  return ids
}

test('a layout of another version keeps what is known, appends new columns, and moves no fixed one', () => {
  const columnVisibility = { attempts: true }
  const layout = TableLayout.parse({ columnOrder: ['gone', 'attempts', 'state'], columnVisibility })
  expect(shownIn(layout)).toEqual(['selected', 'attempts', 'state', 'company'])
  const moved = TableLayout.parse({ columnOrder: ['company', 'selected', 'state'] })
  expect(shownIn(moved)).toEqual(['selected', 'company', 'state'])
})

test('a column is shown or hidden by a person, otherwise by default', () => {
  expect(shownIn(USUAL_LAYOUT)).toEqual(['selected', 'state', 'company'])
  const columnVisibility = { state: false, attempts: true }
  expect(shownIn(TableLayout.parse({ columnVisibility }))).toEqual([
    'selected',
    'company',
    'attempts',
  ])
})

test('a width stays within its bounds', () => {
  let layout = USUAL_LAYOUT
  for (let press = 0; press < 50; press++) layout = resizeColumn(layout, 'state', -1)
  expect(layout.columnSizing.state).toBe(64)
  for (let press = 0; press < 50; press++) layout = resizeColumn(layout, 'state', 1)
  expect(layout.columnSizing.state).toBe(800)
})

test.each([undefined, '', '{', '[]', '{"columnSizing":{"state":-4}}', '{"density":"huge"}'])(
  'what can’t be read is the usual layout: %s',
  text => {
    expect(parseLayout(text)).toEqual(USUAL_LAYOUT)
  },
)
