import { readDocumentData } from '../../../api/first-answers.ts'
import { timesIn, writtenMoment } from '../../../format/times-in.ts'
import { createNodes } from '../../../jsx/create-nodes.ts'
import { USUAL_LAYOUT } from '../../../ui/table/table-layout.ts'
import type { EventRow } from '../../event/event-row.ts'
import { sessionOwner } from '../../session/account-storage.ts'
import { layoutKey, parseLayout } from '../../table-layout/stored-layout.ts'
import { EVENT_TABLE, eventCells, receiverCell } from '../list/event-cells.tsx'
import { readFirstRows } from './read-first-rows.ts'

/** Between these widths, the list has other columns than its outline. */
const HAS_ALL_COLUMNS = '(max-width: 600px), (min-width: 1241px)'

/**
 * Puts the first rows of a list into the outline of its page (docs/decisions/0065). They look like the
 * page's own, which replace them.
 *
 * @returns whether they are there: without them, the outline is still right
 */
export async function fillOutline(): Promise<boolean> {
  const data = readDocumentData()
  if (!data?.session.signed_in || !matchMedia(HAS_ALL_COLUMNS).matches) return false
  if (!hasUsualLayout(sessionOwner(data.session))) return false
  const rows = await readFirstRows(data.session)
  const table = document.querySelector('#outline table')
  const template = table?.querySelector('template')
  if (rows === null || !table || !template) return false
  const columns = [...table.querySelectorAll('th')].map(({ dataset }) => dataset.column ?? '')
  const cells = cellsIn(data.session.time_zone)
  const filled = rows.map(row => {
    const copy = document.importNode(template.content, true)
    for (const [index, cell] of copy.querySelectorAll('td').entries()) {
      const content = cells.get(columns[index] ?? '')?.(row)
      // The other cells are the same in each row.
      if (content !== undefined) cell.replaceChildren(...createNodes(content))
    }
    return copy
  })
  template.parentElement?.append(...filled)
  // The placeholders of the rows.
  table.parentElement?.nextElementSibling?.remove()
  return true
}

/** The page stores the layout of everybody who has opened it, changed or not. */
function hasUsualLayout(owner: string): boolean {
  const stored = localStorage.getItem(layoutKey(owner, EVENT_TABLE)) ?? undefined
  return JSON.stringify(parseLayout(stored)) === JSON.stringify(USUAL_LAYOUT)
}

function cellsIn(timeZone: string): Map<string, (row: EventRow) => unknown> {
  // Redial's own service writes stamps in its time zone.
  const moment = (stamp: string) => writtenMoment(stamp) ?? timesIn(timeZone).moment(stamp)
  return new Map(
    Object.entries({
      ...eventCells({ moment }),
      receiver: (row: EventRow) => receiverCell(row, null),
    }),
  )
}
