import type { ReplayItem } from '../../../contract/replay.ts'
import { BYTE_ORDER_MARK, loadCsvLines } from '../../files/csv-lines.ts'
import { startXlsxSheet } from '../../files/xlsx-sheet.ts'
import { safeFileName } from '../../ui/download/save-text.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { needsRange } from '../event/list/list-search.ts'
import { type ExportFormat, type ExportRequest, isSelection } from './export-request.ts'
import { FILE_COLUMNS, fileColumnsOf, fileRow } from './file-columns.ts'
import type { ExportedEvent, Gathered } from './gather-events.ts'

const EVENTS_PER_STEP = 100
/** How long the page may be blocked before other work gets a turn. */
const PATIENCE_MS = 30

export type Contents = {
  events: ExportedEvent[]
  /** The latest replay of each event that has one, by its id. */
  replays: ReadonlyMap<string, ReplayItem>
  /** Ids of the visible columns of the table, if the file should have only these. */
  shownColumns: string[] | null
  /** The zone for the dates in a workbook. */
  timeZone: string
}

/**
 * Creates the file in pieces, so that the page keeps responding.
 *
 * @throws the signal's reason if it is aborted
 */
export async function eventFile(
  format: ExportFormat,
  contents: Contents,
  signal: AbortSignal,
): Promise<Blob> {
  const { add, finish } = await WRITERS[format](contents)
  const { events } = contents
  let pausedAt = performance.now()
  for (let begin = 0; begin < events.length; begin += EVENTS_PER_STEP) {
    add(events.slice(begin, begin + EVENTS_PER_STEP))
    if (performance.now() - pausedAt < PATIENCE_MS) continue
    await pause()
    signal.throwIfAborted()
    pausedAt = performance.now()
  }
  return finish()
}

type Writer = { add: (events: ExportedEvent[]) => void; finish: () => Blob }

const WRITERS: Record<ExportFormat, (contents: Contents) => Promise<Writer> | Writer> = {
  csv: csvWriter,
  xlsx: xlsxWriter,
  json: jsonWriter,
}

async function csvWriter(contents: Contents): Promise<Writer> {
  const csvLines = await loadCsvLines()
  const { columns, getRows } = tableOf(contents, 'csv')
  const file = textFile('text/csv;charset=utf-8')
  file.add(BYTE_ORDER_MARK)
  file.add(csvLines([columns.map(({ name }) => name)]))
  return { add: events => file.add(csvLines(getRows(events))), finish: file.finish }
}

async function xlsxWriter(contents: Contents): Promise<Writer> {
  const { columns, getRows } = tableOf(contents, 'xlsx')
  const { add, finish } = await startXlsxSheet(columns, contents.timeZone)
  return { add: events => add(getRows(events)), finish }
}

/** The exact JSON of each event. Parsing and serialising would change the last digits of long numbers. */
function jsonWriter(): Writer {
  const file = textFile('application/json')
  let before = '[\n'
  return {
    add: events => {
      file.add(`${before}${events.map(({ full }) => full?.text ?? '').join(',\n')}`)
      before = ',\n'
    },
    finish: () => {
      file.add('\n]\n')
      return file.finish()
    },
  }
}

function tableOf({ shownColumns, replays }: Contents, format: 'csv' | 'xlsx') {
  const columns = shownColumns === null ? FILE_COLUMNS : fileColumnsOf(shownColumns)
  const rowOf = (event: ExportedEvent) =>
    fileRow(columns, format, { ...event, replay: replays.get(event.listed.id) })
  return {
    columns,
    getRows: (events: ExportedEvent[]) => events.map(rowOf),
  }
}

/** A text that is encoded piece by piece: encoding all of it at the end would block the page. */
function textFile(type: string) {
  const parts: Blob[] = []
  return {
    add: (text: string) => void parts.push(new Blob([text])),
    finish: () => new Blob(parts, { type }),
  }
}

function pause(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve))
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
    isSelection(request) && 'selected',
    scope === 'filtered' && isNarrowed(search) && (search.company ?? 'found'),
    !isWhole && `incomplete-${events.length}-of-${of}`,
  ]
  return safeFileName(parts.filter(part => part !== false).join('-'), format)
}

/** Whether fewer events than the whole range may be shown. */
export function isNarrowed(search: ExportRequest['search']): boolean {
  return needsRange({ ...search, view: undefined })
}
