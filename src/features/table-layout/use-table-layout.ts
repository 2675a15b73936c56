import { useLocalStorage } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type LayoutControl, type TableLayout, USUAL_LAYOUT } from '../../ui/table/table-layout.ts'
import { sessionOwner } from '../session/account-storage.ts'
import { layoutKey, parseLayout } from './stored-layout.ts'

const signedIn = getRouteApi('/_signed-in')

/**
 * The account's layout of a table in this browser. All tabs and all tables with that name share it.
 *
 * @param table such as "failed-events"
 */
export function useTableLayout(table: string): LayoutControl {
  const { session } = signedIn.useRouteContext()
  const key = layoutKey(sessionOwner(session), table)
  const [layout, setLayout] = useLocalStorage<TableLayout>({
    key,
    defaultValue: USUAL_LAYOUT,
    getInitialValueInEffect: false,
    deserialize: parseLayout,
  })
  return useMemo(() => ({ layout, onLayout: setLayout }), [layout, setLayout])
}
