import { failureSummary, type Outcome } from '../../../contract/event/failure-cause.ts'
import type { ReplayItem } from '../../../contract/replay.ts'
import { payloadText } from '../../../contract/text/payload-text.ts'
import type { TableColumn } from '../../files/file-cell.ts'
import { inPieces, tableFile } from '../../files/table-file.ts'
import { safeFileName } from '../../ui/download/save-text.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { isNarrowed } from '../event/list/list-search.ts'
import { failedAgainAt, knownFailure } from '../event/newest-evidence.ts'
import { replaySummary, stateLook } from '../replays/replay-messages.ts'
import type { ExportRequest } from './export-request.ts'
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
  const columns =
    // Those of the table, in its order.
    shownColumns?.flatMap(id => FILE_COLUMNS.filter(({ shownBy }) => shownBy === id)) ??
    FILE_COLUMNS
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

/** `replay` is the latest one. */
type Facts = ExportedEvent & { replay: ReplayItem | undefined }

type EventFileColumn = TableColumn<Facts> & {
  /** The column of the table that shows it. The others need `Facts.full`. */
  shownBy?: string
}

export const FILE_COLUMNS: EventFileColumn[] = [
  {
    name: 'Failed at',
    shownBy: 'failed_at',
    kind: 'moment',
    cell: ({ listed }) => listed.failed_at ?? '',
  },
  { name: 'Company', shownBy: 'company', cell: ({ listed }) => listed.call.company?.name ?? '' },
  {
    name: 'Tracking number',
    shownBy: 'caller',
    kind: 'phone',
    cell: ({ listed }) => listed.call.tracking_number ?? '',
  },
  {
    name: 'Caller',
    shownBy: 'caller',
    kind: 'phone',
    cell: ({ listed }) => listed.call.caller_number ?? '',
  },
  {
    name: 'Call started at',
    kind: 'moment',
    cell: ({ listed }) => listed.call.call_start_stamp ?? '',
  },
  { name: 'Duration in seconds', cell: ({ full }) => full?.event.call.call_duration ?? '' },
  {
    name: 'Answered',
    cell: ({ full }) => {
      const answered = full?.event.call.answered
      return answered == null ? '' : answered ? 'Yes' : 'No'
    },
  },
  { name: 'Receiver', shownBy: 'receiver', cell: ({ listed }) => listed.receiver_url ?? '' },
  {
    name: 'Why it failed',
    shownBy: 'cause',
    cell: facts => failureSummary(failureOf(facts)),
  },
  {
    // When the cause in the column before happened, if a replay failed after "Failed at".
    name: 'Failed again at',
    shownBy: 'cause',
    kind: 'moment',
    cell: ({ listed }) => failedAgainAt(listed.state) ?? '',
  },
  { name: 'Attempts', shownBy: 'attempts', cell: ({ listed }) => listed.attempt_count ?? '' },
  { name: 'Last status', cell: facts => failureOf(facts)?.status ?? '' },
  { name: 'Event ID', shownBy: 'event_id', cell: ({ listed }) => listed.id },
  { name: 'Call ID', shownBy: 'call_id', cell: ({ listed }) => listed.call.call_id ?? '' },
  { name: 'Reference', cell: ({ listed }) => listed.call.reference ?? '' },
  {
    name: 'State',
    shownBy: 'state',
    cell: ({ listed: { state } }) => stateLook(state ?? null).label,
  },
  {
    name: 'Last replay',
    cell: ({ replay }) => (replay ? replaySummary(replay, stamp => stamp) : ''),
  },
  { name: 'Payload', cell: ({ full }) => (full ? payloadText(full.text) : '') },
]

function failureOf({ listed }: Facts): Outcome | null {
  return knownFailure(listed, listed.state)
}
