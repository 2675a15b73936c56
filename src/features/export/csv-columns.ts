import type { FailedEvent } from '../../../contract/failed-event.ts'
import type { ReplayItem } from '../../../contract/replay.ts'
import { phoneCell } from '../../../contract/text/csv-cell.ts'
import { payloadText } from '../../../contract/text/payload-text.ts'
import { failureSummary } from '../event/cause/failure-cause.ts'
import { textOf } from '../event/event-texts.ts'
import { callFields } from '../event/fields/call-fields.ts'
import { replayWords } from '../replays/replay-words.ts'

export const CSV_COLUMNS = [
  'Failed at',
  'Company',
  'Tracking number',
  'Caller',
  'Call started at',
  'Duration in seconds',
  'Answered',
  'Receiver',
  'Why it failed',
  'Attempts',
  'Last status',
  'Event ID',
  'Call ID',
  'Reference',
  'Last replay',
  'Payload',
]

/** A failed event in the order of the columns. Moments are as the service wrote them, with their offset. */
export function csvRow(event: FailedEvent, replay: ReplayItem | undefined): (string | number)[] {
  const call = callFields(event.payload)
  const last = event.attempts.at(-1) ?? null
  return [
    event.failed_at ?? '',
    call.company?.name ?? '',
    phoneCell(call.tracking_number),
    phoneCell(call.caller_number),
    call.call_start_stamp ?? '',
    call.call_duration ?? '',
    call.answered == null ? '' : call.answered ? 'Yes' : 'No',
    event.callback_url ?? '',
    failureSummary(last),
    event.attempts.length || '',
    last?.status ?? '',
    event.id ?? '',
    call.call_id ?? '',
    call.reference ?? '',
    replay ? replayWords(replay, stamp => stamp) : '',
    payloadText(textOf(event)),
  ]
}
