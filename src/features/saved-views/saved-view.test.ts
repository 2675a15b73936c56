import { assert, expect, test } from 'vitest'
import { ListSearch } from '../event/list/list-search.ts'
import { relativeDays, type SavedView, updateView } from './saved-view.ts'

const TODAY = '2026-11-25'
const LAST_WEEK = { kind: 'absolute', from: '2026-11-15', to: '2026-11-21' } as const
const SHOWN = { from: '2026-11-19', to: TODAY }
const SEARCH = { ...ListSearch.parse({}), ...SHOWN }

const view = (days: SavedView['days']): SavedView => ({
  id: 'b2c9',
  name: 'Mine',
  list: 'call_events_fail',
  days,
  query: '',
})

test('fixed days of a view stay fixed when it is updated to days that end today', () => {
  expect(updateView(view(LAST_WEEK), SEARCH, TODAY).days).toEqual({ kind: 'absolute', ...SHOWN })
})

test('moving days of a view keep moving when it is updated', () => {
  const today = relativeDays({ from: TODAY, to: TODAY }, TODAY)
  assert(today !== null)
  expect(updateView(view(today), SEARCH, TODAY).days).toEqual(relativeDays(SHOWN, TODAY))
})
