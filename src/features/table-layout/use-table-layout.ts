import { useLocalStorage } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type LayoutControl, TableLayout, USUAL_LAYOUT } from '../../ui/table/table-layout.ts'
import { sessionOwner } from '../session/account-storage.ts'

/**
 * Where this browser keeps the layout of a table.
 *
 * @param owner the account (`sessionOwner`)
 * @param table such as "failed-events"
 */
function layoutKey(owner: string, table: string): string {
  return `redial:table-layout:${owner}:${table}`
}

/** Data from another version, or changed by a person, must not break a table. */
export function parseLayout(text: string | undefined): TableLayout {
  if (text === undefined) return USUAL_LAYOUT
  try {
    return TableLayout.safeParse(JSON.parse(text)).data ?? USUAL_LAYOUT
  } catch {
    return USUAL_LAYOUT
  }
}

const signedIn = getRouteApi('/_signed-in')

/**
 * The account's layout of a table in this browser. All tabs and all tables with that name share it.
 *
 * @param table such as "failed-events"
 */
export function useTableLayout(table: string): LayoutControl {
  const { session } = signedIn.useRouteContext()
  const key = layoutKey(sessionOwner(session), table)
  // Kept as text: the hook reads it again once it is shown, and another object would draw the table twice.
  const [text, setText] = useLocalStorage<string | undefined>({
    key,
    getInitialValueInEffect: false,
    deserialize: stored => stored,
    serialize: stored => stored ?? '',
  })
  return useMemo(
    () => ({
      layout: parseLayout(text),
      onLayout: change => setText(stored => JSON.stringify(change(parseLayout(stored)))),
    }),
    [text, setText],
  )
}
