import { expect, test } from 'vitest'
import { TableLayout, USUAL_LAYOUT } from '../../ui/table/table-layout.ts'
import {
  isColumnShown,
  movableIds,
  moveColumn,
  resizeColumn,
  showColumn,
} from './arrange-columns.ts'
import { parseLayout } from './use-table-layout.ts'

const COLUMNS = [
  { id: 'selected', isFixed: true },
  { id: 'state' },
  { id: 'company' },
  { id: 'attempts', isHiddenAtFirst: true },
].map(column => ({ ...column, header: column.id, cell: () => null }))

test('a column moves by one place, never past an end, and fixed ones are left out', () => {
  const once = moveColumn(COLUMNS, USUAL_LAYOUT, 'company', -1)
  expect(movableIds(COLUMNS, once)).toEqual(['company', 'state', 'attempts'])
  expect(movableIds(COLUMNS, moveColumn(COLUMNS, once, 'company', -1))).toEqual(
    movableIds(COLUMNS, once),
  )
  expect(movableIds(COLUMNS, moveColumn(COLUMNS, once, 'attempts', 1))).toEqual(
    movableIds(COLUMNS, once),
  )
})

test('a layout of another version keeps what is known and appends new columns', () => {
  const layout = TableLayout.parse({ columnOrder: ['gone', 'attempts', 'state'] })
  expect(movableIds(COLUMNS, layout)).toEqual(['attempts', 'state', 'company'])
})

test('a column is shown or hidden by a person, otherwise by default', () => {
  const [, state, , attempts] = COLUMNS
  if (!state || !attempts) throw new Error('The columns of this test are gone')
  expect([state, attempts].map(column => isColumnShown(column, USUAL_LAYOUT))).toEqual([
    true,
    false,
  ])
  const changed = showColumn(showColumn(USUAL_LAYOUT, 'state', false), 'attempts', true)
  expect([state, attempts].map(column => isColumnShown(column, changed))).toEqual([false, true])
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
