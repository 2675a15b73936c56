import { useLocalStorage } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { jsonInside } from '../../../contract/text/json-inside.ts'
import { type LayoutControl, TableLayout, USUAL_LAYOUT } from '../../ui/table/table-layout.ts'
import { sessionOwner } from '../session/account-storage.ts'

/** Data from another version, or changed by a person, must not break a table. */
export function parseLayout(text = ''): TableLayout {
  return TableLayout.safeParse(jsonInside(text)).data ?? USUAL_LAYOUT
}

const signedIn = getRouteApi('/_signed-in')

/**
 * The account's layout of a table in this browser. All tabs and all tables with that name share it.
 *
 * @param table such as "failed-events"
 */
export function useTableLayout(table: string): LayoutControl {
  const { session } = signedIn.useRouteContext()
  // Kept as text: the hook reads it again once it is shown, and another object would draw the table twice.
  const [text, setText] = useLocalStorage<string | undefined>({
    key: `redial:table-layout:${sessionOwner(session)}:${table}`,
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
