import type { ReportedEvent } from '../../../contract/event/reported-event.ts'
import type { StateCounts } from '../../../contract/events.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { maskCaller } from '../../../contract/message/mask-callers.ts'
import { maskNumber } from '../../../contract/message/message-sections.ts'
import { receiverName } from '../../../contract/receiver.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { capitalise } from '../../../contract/text/names.ts'
import { formatPhoneNumber } from '../../../contract/text/phone-number.ts'
import { shownReceiver } from '../../../contract/text/shown-text.ts'
import type { Times } from '../../../contract/time/times-in.ts'
import type { TableColumn } from '../../files/file-cell.ts'
import { formatDateRange } from '../../format/days.ts'
import { formatDuration } from '../../format/durations.ts'
import { hasContentId } from '../event/event-identity.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import type { DateRange, TimedRange } from '../event/list/list-search.ts'

/** How many events a report names that took the longest from their failure to their delivery. */
const GAPS = 3

type ListFigures = StateCounts & { list: FailedEventList }

export type Figures = ReturnType<typeof figuresOf>

export function figuresOf(events: ReportedEvent[]) {
  const lists = FailedEventList.options.flatMap((list): ListFigures | [] => {
    const ofList = events.filter(event => event.list === list)
    const delivered = ofList.filter(event => outcomeOf(event) === 'delivered').length
    const handled = ofList.filter(event => outcomeOf(event) === 'handled').length
    const all = ofList.length
    return all === 0 ? [] : { list, all, delivered, handled, missing: all - delivered - handled }
  })
  const recovered = events
    .flatMap(event => {
      const at = deliveredAt(event)
      if (at === null || event.failed_at === null) return []
      return { event, seconds: Math.max(0, Date.parse(at) - Date.parse(event.failed_at)) / 1_000 }
    })
    .toSorted((one, other) => other.seconds - one.seconds)
  return {
    lists,
    missing: lists.reduce((sum, { missing }) => sum + missing, 0),
    /** How long the events took from their failure to their first delivery, as far as both times are known. */
    medianSeconds: recovered[Math.floor(recovered.length / 2)]?.seconds ?? null,
    /** How many events `medianSeconds` is based on. */
    timed: recovered.length,
    longest: recovered.slice(0, GAPS),
    /** Events that the service gives no id, and those whose time of failure it doesn't report. */
    withoutId: events.filter(hasContentId).length,
    withoutTime: events.filter(({ failed_at }) => failed_at === null).length,
  }
}

/** An event that is being sent is still missing. Once delivered, it stays delivered. */
export function outcomeOf({ state, delivery }: ReportedEvent): 'delivered' | 'handled' | 'missing' {
  if (delivery !== null || state === 'delivered') return 'delivered'
  return state === 'handled' ? 'handled' : 'missing'
}

/** When it first arrived. Of old replays, only the last time is known. */
export function deliveredAt({ state, state_at, delivery }: ReportedEvent): string | null {
  return delivery?.at ?? (state === 'delivered' ? state_at : null)
}

/**
 * "None of your 143 failed calls from 25 to 26 November 2026 is missing now."
 *
 * @param which such as "on 25 November 2026"
 * @param isOfOneCompany whether a person may send it to that customer
 * @param isWhole whether all of them are loaded
 */
export function summarise(
  { lists, missing }: Figures,
  which: string,
  isOfOneCompany: boolean,
  isWhole = true,
): string {
  if (lists.length === 0) {
    return isWhole ? `Nothing failed ${which}.` : `No events that failed ${which} are loaded.`
  }
  const whose = isOfOneCompany ? 'your' : 'the'
  const nounOf = ({ list, all }: ListFigures) =>
    formatCount(all, LIST_LABELS[list].one, LIST_LABELS[list].many)
  if (missing === 0) {
    const [first, second] = lists
    return first?.all === 1 && second === undefined
      ? capitalise(`${whose} ${LIST_LABELS[first.list].one} ${which} is not missing now.`)
      : `None of ${whose} ${lists.map(nounOf).join(' and ')} ${which} is missing now.`
  }
  const parts = lists
    .filter(one => one.missing > 0)
    .map(one => {
      if (one.missing < one.all) return `${formatNumber(one.missing)} of ${whose} ${nounOf(one)}`
      if (one.all === 1) return `${whose} ${LIST_LABELS[one.list].one}`
      return `all ${isOfOneCompany ? `${formatNumber(one.all)} of your ${LIST_LABELS[one.list].many}` : nounOf(one)}`
    })
  const delivered = lists.find(one => one.missing === 0)
  const verb = missing === 1 ? 'is' : 'are'
  const others = delivered ? `, but none of ${whose} ${nounOf(delivered)}` : ''
  return capitalise(`${parts.join(' and ')} ${which} ${verb} still missing${others}.`)
}

/** "on 25 November 2026 (from 08:00 until 12:30)" */
export function formatDays({ from_time, to_time, ...days }: TimedRange): string {
  const times = [from_time && `from ${from_time}`, to_time && `until ${to_time}`].filter(Boolean)
  return `${formatDateRange(days)}${times.length === 0 ? '' : ` (${times.join(' ')})`}`
}

/** A message with more lines is hard to read. A file has all. */
const MAX_LINES = 500

const OUTCOMES = {
  delivered: 'Delivered',
  handled: 'Handled elsewhere',
  missing: 'Still missing',
}

/** @param about may be the name of a replay, which usually ends with its days */
export function fileTitle({ from, to }: DateRange, about = ''): string {
  const others = about.replace(formatDateRange({ from, to }), '')
  // A long name is cut at its end.
  return ['report', from === to ? from : `${from}-to-${to}`, others].join('-')
}

/** "Call 20783046", or the id of an event whose call has none. */
export function nameOf({ list, id, call_id }: ReportedEvent): string {
  if (list === 'call_events_fail') return call_id === null ? `Event ${id}` : `Call ${call_id}`
  return call_id === null ? `AI event ${id}` : `AI event ${id} of call ${call_id}`
}

/** What identifies the call to a customer: "called 25 Nov, 21:31:07" and "from +27 82 *** **01", masked as in messages. */
export function describeCall({ call_at, caller_number }: ReportedEvent, times: Times): string[] {
  const caller = caller_number && `from ${maskNumber(formatPhoneNumber(caller_number))}`
  return [call_at && `called ${times.moment(call_at)}`, caller].filter(part => part !== null)
}

/** The host and path of the receiver that has it; null if none has. */
export function deliveredTo(event: ReportedEvent): string | null {
  const { receiver_url } = event
  if (outcomeOf(event) !== 'delivered' || receiver_url === null) return null
  return shownReceiver(receiverName(receiver_url))
}

/** A receiver's error text may name the caller. */
export function formatCause({ cause, caller_number }: ReportedEvent): string {
  return maskCaller(cause, caller_number)
}

export function formatState(event: ReportedEvent): string {
  return event.state === 'sending' ? 'Being sent' : OUTCOMES[outcomeOf(event)]
}

type ByReplay = NonNullable<ReportedEvent['delivery']>

/** "started 25 Nov, 22:30:00 (110272de)". Its name may name other customers, and the report of one is for that one. */
export function describeReplay({ started_at, run_id }: ByReplay, times: Times): string {
  return `started ${times.moment(started_at)} (${shortId(run_id)})`
}

function shortId(runId: string): string {
  return runId.slice(0, 8)
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
  const to = deliveredTo(event)
  const call = describeCall(event, times).join(', ')
  const parts = [
    `${nameOf(event)}${call && ` (${call})`}`,
    failed_at && `failed ${times.moment(failed_at)}`,
    outcome === 'delivered' &&
      ['delivered', at && times.moment(at), to && `to ${to}`].filter(Boolean).join(' '),
    outcome === 'delivered' &&
      event.delivery !== null &&
      `by the replay ${describeReplay(event.delivery, times)}`,
    outcome === 'handled' &&
      `handled elsewhere${state_at === null ? '' : ` ${times.moment(state_at)}`}`,
    outcome === 'missing' && (event.state === 'sending' ? 'being sent now' : 'still missing'),
  ]
  return parts.filter(part => part).join(', ')
}

type Figure = { label: string; values: string[]; isCount?: boolean }

/** The figures of a report with their labels: counts, and how long it took. */
export function formatFigures({ lists, medianSeconds, timed, longest }: Figures): Figure[] {
  const sum = (of: 'all' | 'delivered' | 'handled' | 'missing') =>
    formatNumber(lists.reduce((total, one) => total + one[of], 0))
  const counts = [
    { label: 'Failed', values: [sum('all')], isCount: true },
    { label: 'Delivered by a replay', values: [sum('delivered')], isCount: true },
    { label: OUTCOMES.handled, values: [sum('handled')], isCount: true },
    { label: OUTCOMES.missing, values: [sum('missing')], isCount: true },
  ]
  if (medianSeconds === null) return counts
  const gaps = longest.map(({ event, seconds }) => `${formatDuration(seconds)}: ${nameOf(event)}`)
  return [
    ...counts,
    {
      label: 'Time until delivery',
      values: [
        `${timed === 1 ? '' : `Half of the ${formatNumber(timed)} delivered events within `}${formatDuration(medianSeconds)}`,
      ],
    },
    { label: 'Longest times until delivery', values: gaps },
  ]
}

/** What is above the events of a file, as rows: what it is about, what it shows, who made it and the figures. */
export function fileSummary(
  { summary, figures, notes, about }: Summary,
  madeBy: string,
): string[][] {
  return [
    ...(about === undefined ? [] : [[about]]),
    [summary],
    [madeBy],
    [],
    ...formatFigures(figures).flatMap(({ label, values }) =>
      values.map((value, index) => [index === 0 ? label : '', value]),
    ),
    [],
    ...notes.map(note => [note]),
  ]
}

/** What the page shows of each event. A file goes to customers, too, so callers are masked in the same way. */
export const FILE_COLUMNS: TableColumn<ReportedEvent>[] = [
  { name: 'Event', cell: ({ list }) => (list === 'call_events_fail' ? 'Call' : 'AI event') },
  { name: 'Call ID', cell: ({ call_id }) => call_id ?? '' },
  { name: 'Event ID', cell: ({ id }) => id },
  { name: 'Company', cell: ({ company }) => company ?? '' },
  { name: 'Call at', kind: 'moment', cell: ({ call_at }) => call_at ?? '' },
  { name: 'Caller', kind: 'phone', cell: ({ caller_number }) => maskNumber(caller_number ?? '') },
  { name: 'Failed at', kind: 'moment', cell: ({ failed_at }) => failed_at ?? '' },
  { name: 'Why it failed', cell: formatCause },
  { name: 'State', cell: formatState },
  { name: 'Delivered at', kind: 'moment', cell: event => deliveredAt(event) ?? '' },
  { name: 'Delivered to', cell: event => deliveredTo(event) ?? '' },
  { name: 'Replay started at', kind: 'moment', cell: ({ delivery }) => delivery?.started_at ?? '' },
  {
    name: 'By replay',
    cell: ({ delivery }) => (delivery === null ? '' : shortId(delivery.run_id)),
  },
]
