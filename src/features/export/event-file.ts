import type { FailedEvent } from '../../../contract/failed-event.ts'
import type { ReplayItem } from '../../../contract/replay.ts'
import { BYTE_ORDER_MARK, loadCsvLines } from '../../files/csv-lines.ts'
import { originalText } from '../event/event-json.ts'
import type { StatesOfEvents } from '../replays/states/event-states-query.ts'
import { CSV_COLUMNS, csvColumnsOf, csvRow } from './csv-columns.ts'
import type { ExportFormat } from './export-request.ts'

const AT_A_TIME = 100
/** How long the page may be blocked before other work gets a turn. */
const PATIENCE_MS = 30

type Contents = {
  events: FailedEvent[]
  /** The last replay of each event, by event id. */
  replays: ReadonlyMap<string, ReplayItem>
  /** The state of each event that isn't missing any more, by its id. */
  states: StatesOfEvents
  /** Ids of the visible columns of the table, if the file should have only these. */
  shownColumns: string[] | null
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
  const write = format === 'csv' ? await csvWriter(contents) : jsonWriter
  const { events } = contents
  const parts: BlobPart[] = [format === 'csv' ? BYTE_ORDER_MARK : '[\n']
  let pausedAt = performance.now()
  for (let begin = 0; begin < events.length; begin += AT_A_TIME) {
    // Encode each piece separately: encoding all of them at the end would block the page.
    parts.push(new Blob([write(events.slice(begin, begin + AT_A_TIME), begin === 0)]))
    if (performance.now() - pausedAt < PATIENCE_MS) continue
    await pause()
    signal.throwIfAborted()
    pausedAt = performance.now()
  }
  if (format === 'json') parts.push('\n]\n')
  return new Blob(parts, { type: format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json' })
}

type Writer = (events: FailedEvent[], isFirst: boolean) => string

async function csvWriter({ replays, states, shownColumns }: Contents): Promise<Writer> {
  const csvLines = await loadCsvLines()
  const columns = shownColumns === null ? CSV_COLUMNS : csvColumnsOf(shownColumns)
  return (events, isFirst) => {
    const rows = events.map(event => {
      const id = event.id ?? ''
      return csvRow(columns, event, replays.get(id), states.get(id))
    })
    return csvLines(isFirst ? [columns.map(({ name }) => name), ...rows] : rows)
  }
}

/**
 * The exact JSON of each event. Parsing and serialising would change the last digits of long
 * numbers.
 */
const jsonWriter: Writer = (events, isFirst) =>
  `${isFirst ? '' : ',\n'}${events.map(originalText).join(',\n')}`

function pause(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve))
}
