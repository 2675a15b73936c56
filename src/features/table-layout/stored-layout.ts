import { TableLayout, USUAL_LAYOUT } from '../../ui/table/table-layout.ts'

/**
 * Where this browser keeps the layout of a table.
 *
 * @param owner the account (`sessionOwner`)
 * @param table such as "failed-events"
 */
export function layoutKey(owner: string, table: string): string {
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
