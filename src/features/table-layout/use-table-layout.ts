import { useLocalStorage } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { LayoutControl } from '../../ui/table/table-layout.ts'
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
