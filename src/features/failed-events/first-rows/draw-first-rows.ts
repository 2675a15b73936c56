import { EventPageAnswer, type ShownEvent } from '../../../../contract/event-page.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { Session } from '../../../../contract/session.ts'
import { timesIn, writtenMoment } from '../../../format/times-in.ts'
import { createMarkup } from '../../../jsx/create-markup.ts'
import { parseSearch } from '../../../ui/search-string.ts'
import { USUAL_LAYOUT } from '../../../ui/table/table-layout.ts'
import { hasContentId } from '../../event/event-identity.ts'
import { type EventRow, eventRow } from '../../event/event-row.ts'
import { type DateRange, ListSearch, needsRange } from '../../event/list/list-search.ts'
import { sessionOwner } from '../../session/account-storage.ts'
import { layoutKey } from '../../table-layout/stored-layout.ts'
import { EVENT_TABLE, eventCells, receiverCell } from '../list/event-cells.tsx'

/** More than fit on most screens. The document takes away those that don't. */
const MOST_ROWS = 30

export type ListAsked = {
  list: FailedEventList
  /** In the service's time zone. */
  days: DateRange
  /** The query of the page's address. */
  query: string
  session: Session
  /** A row of the list as the build has rendered it, with a placeholder for each cell of `eventCells`. */
  row: string
}

export type FirstRows = {
  /** The rows, one after the other. */
  markup: string
  /** Where the browser keeps a person's layout of this table, and the text of an unchanged one. */
  layoutKey: string
  usualLayout: string
}

/**
 * Draws the first rows of a list (docs/decisions/0050). The gateway runs this, and the rows look like those of the
 * page, which replace them.
 *
 * @param answers the text of the service's answer
 * @returns null if the page shows anything else than such a list, or needs more code to show its rows
 */
export function drawFirstRows([answer = '']: string[], asked: ListAsked): FirstRows | null {
  const { list, days, query, session, row } = asked
  const search = ListSearch.safeParse(parseSearch(query)).data
  if (search === undefined || session.is_foreign) return null
  const isPlain = search.page === 1 && search.event === undefined && !needsRange(search)
  if (!isPlain) return null
  const place = { page: 1, cursor: undefined, size: search.size }
  const listed = EventPageAnswer.parse(JSON.parse(answer)).page?.results.slice(0, MOST_ROWS) ?? []
  const events = listed.filter(isOrdinary)
  if (events.length === 0 || events.length < listed.length) return null
  const cells = cellsIn(session.time_zone)
  const markup = events.map(event => {
    const shown = eventRow(event, { list, ...days, ...place })
    return row.replaceAll(CELL, (_placeholder, column: string) =>
      createMarkup(cells.get(column)?.(shown)),
    )
  })
  return {
    markup: markup.join(''),
    layoutKey: layoutKey(sessionOwner(session), EVENT_TABLE),
    usualLayout: JSON.stringify(USUAL_LAYOUT),
  }
}

const CELL = /<!--cell (\w+)-->/g

/** `row` with a placeholder in each cell whose content is drawn here. The other cells are the same in each row. */
export function withPlaceholders(row: string, columns: string[]): string {
  const drawn = cellsIn('UTC')
  let index = 0
  return row.replaceAll(
    /(<td[^>]*>)(.*?)(<\/td>)/gs,
    (cell, start: string, _content, end: string) => {
      const column = columns[index++] ?? ''
      return drawn.has(column) ? `${start}<!--cell ${column}-->${end}` : cell
    },
  )
}

/** Anything else than these needs code that is loaded later. */
function isOrdinary(event: ShownEvent): boolean {
  return (
    event.ordinal === undefined &&
    !hasContentId(event) &&
    event.failed_at !== null &&
    Boolean(event.callback_url?.trim())
  )
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
