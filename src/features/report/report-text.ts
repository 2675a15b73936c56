import type { ReportedEvent } from '../../../contract/event/reported-event.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { phoneCell } from '../../../contract/text/csv-cell.ts'
import type { Times } from '../../../contract/time/times-in.ts'
import { formatDuration } from '../../format/durations.ts'
import { deliveredAt, type Figures, outcomeOf } from './report-figures.ts'

/** A message with more lines is hard to read. A file has all. */
const MAX_LINES = 500

export const OUTCOMES = {
  delivered: 'Delivered',
  handled: 'Handled elsewhere',
  missing: 'Still missing',
}

/** "Call 20783046", or the id of an event whose call has none. */
export function nameOf({ list, id, call_id }: ReportedEvent): string {
  if (list === 'call_events_fail') return call_id === null ? `Event ${id}` : `Call ${call_id}`
  return call_id === null ? `AI event ${id}` : `AI event ${id} of call ${call_id}`
}

/** The replay that delivered an event: its name, or the beginning of its id. */
export function replayOf({ delivery }: ReportedEvent): string | null {
  return delivery && (delivery.name ?? delivery.run_id.slice(0, 8))
}

type Summary = { summary: string; figures: Figures; notes: string[]; about: string | undefined }

/** The report for a message: the summary, and a line for each event. */
export function reportText(
  events: ReportedEvent[],
  { summary, figures, notes, about }: Summary,
  times: Times,
): string {
  const lines = events.slice(0, MAX_LINES).map(event => lineOf(event, times))
  const rest = events.length - lines.length
  return [
    `${summary} (${times.full(new Date().toISOString())})`,
    ...(about === undefined ? [] : [about]),
    '',
    ...formatFigures(figures).map(({ label, values }) => `${label}: ${values.join(', ')}`),
    '',
    ...lines,
    ...(rest > 0 ? [`${formatNumber(rest)} more are in the file.`] : []),
    '',
    ...notes,
  ].join('\n')
}

function lineOf(event: ReportedEvent, times: Times): string {
  const { failed_at, state_at } = event
  const outcome = outcomeOf(event)
  const at = deliveredAt(event)
  const replay = replayOf(event)
  const parts = [
    nameOf(event),
    failed_at && `failed ${times.moment(failed_at)}`,
    outcome === 'delivered' && `delivered${at === null ? '' : ` ${times.moment(at)}`}`,
    outcome === 'delivered' && replay !== null && `by replay ${replay}`,
    outcome === 'handled' &&
      `handled elsewhere${state_at === null ? '' : ` ${times.moment(state_at)}`}`,
    outcome === 'missing' && (event.state === 'sending' ? 'being sent now' : 'still missing'),
  ]
  return parts.filter(part => part).join(', ')
}

type Figure = { label: string; values: string[] }

/** The figures of a report with their labels: counts, and how long it took. */
export function formatFigures({ lists, medianSeconds, longest }: Figures): Figure[] {
  const sum = (of: 'all' | 'delivered' | 'handled' | 'missing') =>
    formatNumber(lists.reduce((total, one) => total + one[of], 0))
  const counts = [
    { label: 'Failed', values: [sum('all')] },
    { label: 'Delivered by a replay', values: [sum('delivered')] },
    { label: OUTCOMES.handled, values: [sum('handled')] },
    { label: OUTCOMES.missing, values: [sum('missing')] },
  ]
  if (medianSeconds === null) return counts
  const gaps = longest.map(({ event, seconds }) => `${formatGap(seconds)}: ${nameOf(event)}`)
  return [
    ...counts,
    { label: 'Time until delivery', values: [`Half within ${formatGap(medianSeconds)}`] },
    { label: 'Longest times until delivery', values: gaps },
  ]
}

/** "2 days 3 h", "21 h 05 min", "4 min 12 s" */
function formatGap(seconds: number): string {
  const hours = Math.floor(seconds / 3_600)
  if (hours < 48) return formatDuration(seconds)
  const days = formatCount(Math.floor(hours / 24), 'day', 'days')
  return hours % 24 === 0 ? days : `${days} ${hours % 24} h`
}

const FILE_COLUMNS: [name: string, cell: (event: ReportedEvent) => string][] = [
  ['Event', ({ list }) => (list === 'call_events_fail' ? 'Call' : 'AI event')],
  ['Call ID', ({ call_id }) => call_id ?? ''],
  ['Event ID', ({ id }) => id],
  ['Company', ({ company }) => company ?? ''],
  ['Caller', ({ caller_number }) => phoneCell(caller_number)],
  ['Tracking number', ({ tracking_number }) => phoneCell(tracking_number)],
  ['Call at', ({ call_at }) => call_at ?? ''],
  ['Failed at', ({ failed_at }) => failed_at ?? ''],
  ['Why it failed', ({ cause }) => cause],
  ['Receiver', ({ receiver_url }) => receiver_url ?? ''],
  ['State', event => OUTCOMES[outcomeOf(event)]],
  ['Delivered at', event => deliveredAt(event) ?? ''],
  ['Replay', ({ delivery }) => delivery?.name ?? ''],
  ['Replay ID', ({ delivery }) => delivery?.run_id ?? ''],
  ['Replayed by', ({ delivery }) => delivery?.who ?? ''],
  ['Handled by', event => (outcomeOf(event) === 'handled' ? (event.state_who ?? 'Somebody') : '')],
]

export const FILE_HEADER = FILE_COLUMNS.map(([name]) => name)

/** @param isCsv whether phone numbers need a prefix, so that no spreadsheet changes them */
export function fileRow(event: ReportedEvent, isCsv: boolean): string[] {
  return FILE_COLUMNS.map(([, cell]) => (isCsv ? cell(event) : cell(event).replace(/^tel:/, '')))
}
