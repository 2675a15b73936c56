import { useLocalStorage } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type LayoutControl, TableLayout, USUAL_LAYOUT } from '../../ui/table/table-layout.ts'
import { formerKeys, takeOverStored } from '../session/former-keys.ts'
import { sessionOwner } from '../session/session-query.ts'

const signedIn = getRouteApi('/_signed-in')

/**
 * The account's layout of a table in this browser. All tabs and all tables with that name share it.
 *
 * @param table such as "failed-events"
 */
export function useTableLayout(table: string): LayoutControl {
  const { session } = signedIn.useRouteContext()
  const keyOf = (owner: string) => `redial:table-layout:${owner}:${table}`
  const key = keyOf(sessionOwner(session))
  useState(() =>
    takeOverStored(
      key,
      formerKeys(session, (service, name) => keyOf(`${service}:${name}`)),
    ),
  )
  const [layout, setLayout] = useLocalStorage<TableLayout>({
    key,
    defaultValue: USUAL_LAYOUT,
    getInitialValueInEffect: false,
    deserialize: parseLayout,
  })
  return useMemo(() => ({ layout, onLayout: setLayout }), [layout, setLayout])
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
