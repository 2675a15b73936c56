import type { ReplayItem } from '../../../contract/replay.ts'
import { inPieces, tableFile } from '../../files/table-file.ts'
import { safeFileName } from '../../ui/download/save-text.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { isNarrowed } from '../event/list/list-search.ts'
import type { ExportRequest } from './export-request.ts'
import { FILE_COLUMNS, fileColumnsOf } from './file-columns.ts'
import type { ExportedEvent, Gathered } from './gather-events.ts'

type Contents = {
  events: ExportedEvent[]
  /** The latest replay of each event that has one, by its id. */
  replays: ReadonlyMap<string, ReplayItem>
  timeZone: string
}

/** @throws the signal's reason if it is aborted */
export async function eventFile(
  { format, shownColumns }: ExportRequest,
  { events, replays, timeZone }: Contents,
  signal: AbortSignal,
): Promise<Blob> {
  if (format === 'json') return jsonFile(events, signal)
  const columns = shownColumns === null ? FILE_COLUMNS : fileColumnsOf(shownColumns)
  const rows = events.map(event => ({ ...event, replay: replays.get(event.listed.id) }))
  return tableFile({ columns, rows, format, timeZone }, signal)
}

/** The exact JSON of each event. Parsing and serialising would change the last digits of long numbers. */
async function jsonFile(events: ExportedEvent[], signal: AbortSignal): Promise<Blob> {
  const parts: Blob[] = []
  const add = (piece: ExportedEvent[]) => {
    const texts = piece.map(({ full }) => full?.text ?? '').join(',\n')
    parts.push(new Blob([parts.length === 0 ? '[\n' : ',\n', texts]))
  }
  await inPieces(events, add, signal)
  return new Blob([...parts, '\n]\n'], { type: 'application/json' })
}

/**
 * "failed-calls-2026-11-15-to-2026-11-21.csv", with the chosen scope or company, and with "incomplete" if
 * events are missing.
 */
export function exportFileName(request: ExportRequest, { events, of, isWhole }: Gathered): string {
  const { list, search, scope, format } = request
  const { from, to } = search
  const parts = [
    LIST_LABELS[list].path.slice(1),
    from === to ? from : `${from}-to-${to}`,
    scope === 'selected' && scope,
    scope === 'filtered' && isNarrowed(search) && (search.company ?? 'found'),
    !isWhole && `incomplete-${events.length}-of-${of}`,
  ]
  return safeFileName(parts.filter(part => part !== false).join('-'), format)
}
