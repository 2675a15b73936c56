import { failureSummary } from '../../../contract/event/failure-cause.ts'
import type { ShownEvent } from '../../../contract/event-page.ts'
import type { EventState } from '../../../contract/event-state.ts'
import type { ReplayItem } from '../../../contract/replay.ts'
import { payloadText } from '../../../contract/text/payload-text.ts'
import { originalText } from '../event/event-json.ts'
import { knownFailure } from '../event/newest-evidence.ts'
import { replaySummary } from '../replays/replay-messages.ts'
import { stateLabel } from '../replays/states/state-labels.ts'

type Facts = {
  event: ShownEvent
  call: ShownEvent['call']
  /** Its receiver's, which may be set in Settings; null if it is unknown. */
  url: string | null
  replay: ReplayItem | undefined
  state: EventState | null | undefined
}

type FileColumn = {
  name: string
  /** The column of the table that shows it, if one does. */
  shownBy?: string
  /** Spreadsheets change phone numbers unless the file prevents it. */
  isPhoneNumber?: boolean
  /** Moments are as the service wrote them, with their offset. */
  cell: (facts: Facts) => string | number
}

export const FILE_COLUMNS: FileColumn[] = [
  {
    name: 'Failed at',
    shownBy: 'failed_at',
    cell: ({ event }) => event.failed_at ?? '',
  },
  { name: 'Company', shownBy: 'company', cell: ({ call }) => call.company?.name ?? '' },
  {
    name: 'Tracking number',
    shownBy: 'caller',
    isPhoneNumber: true,
    cell: ({ call }) => call.tracking_number ?? '',
  },
  {
    name: 'Caller',
    shownBy: 'caller',
    isPhoneNumber: true,
    cell: ({ call }) => call.caller_number ?? '',
  },
  { name: 'Call started at', cell: ({ call }) => call.call_start_stamp ?? '' },
  { name: 'Duration in seconds', cell: ({ call }) => call.call_duration ?? '' },
  {
    name: 'Answered',
    cell: ({ call }) => (call.answered == null ? '' : call.answered ? 'Yes' : 'No'),
  },
  { name: 'Receiver', shownBy: 'receiver', cell: ({ url }) => url ?? '' },
  {
    name: 'Why it failed',
    shownBy: 'cause',
    cell: ({ event, state }) => failureSummary(knownFailure(event, state)),
  },
  { name: 'Attempts', shownBy: 'attempts', cell: ({ event }) => event.attempt_count ?? '' },
  {
    name: 'Last status',
    cell: ({ event, state }) => knownFailure(event, state)?.status ?? '',
  },
  { name: 'Event ID', shownBy: 'event_id', cell: ({ event }) => event.id ?? '' },
  { name: 'Call ID', shownBy: 'call_id', cell: ({ call }) => call.call_id ?? '' },
  { name: 'Reference', cell: ({ call }) => call.reference ?? '' },
  {
    name: 'State',
    shownBy: 'state',
    cell: ({ state }) => (state ? stateLabel(state) : 'Still missing'),
  },
  {
    name: 'Last replay',
    cell: ({ replay }) => (replay ? replaySummary(replay, stamp => stamp) : ''),
  },
  { name: 'Payload', cell: ({ event }) => payloadText(originalText(event)) },
]

/**
 * The columns of the file that show what the table shows, in its order.
 *
 * @param shown ids of the visible columns of the table
 */
export function fileColumnsOf(shown: string[]): FileColumn[] {
  return shown.flatMap(id => FILE_COLUMNS.filter(({ shownBy }) => shownBy === id))
}

/** @param formatPhone how the file writes a phone number so that no spreadsheet changes it */
export function fileRow(
  columns: FileColumn[],
  formatPhone: (number: string) => string,
  facts: Facts,
): (string | number)[] {
  return columns.map(({ cell, isPhoneNumber }) => {
    const value = cell(facts)
    return isPhoneNumber ? formatPhone(String(value)) : value
  })
}
