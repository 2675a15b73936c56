import type {
  ActivityBy,
  ActivityEntry,
  ActivityKind,
  ActivityOutcome,
  BlocklistEvent,
  ExportedList,
  FollowUpDetails,
  RunEvent,
} from '../../../contract/activity.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { capitalise } from '../../../contract/text/names.ts'
import { formatPhoneNumber } from '../../../contract/text/phone-number.ts'
import { shownReceiver } from '../../../contract/text/shown-text.ts'
import { formatDateRange } from '../../format/days.ts'
import { eventNoun, LIST_LABELS, listNoun } from '../event/list/list-labels.ts'
import { FOLLOW_UP_STATES } from '../follow-up/messages.ts'
import { formatOutcomes, formatReceivers, isNothingSent } from '../replays/run-messages.ts'

/** What a person did, how that follows "Tried to", and the label in the filter if it differs from the first. */
const KINDS: Record<ActivityKind, [done: string, tried: string, label?: string]> = {
  signed_in: ['Signed in', 'sign in'],
  sign_in_failed: ['Tried to sign in', 'sign in', 'Failed to sign in'],
  signed_out: ['Signed out', 'sign out'],
  sessions_ended: ['Signed out everywhere', 'sign out everywhere', 'Ended sessions'],
  name_given: ['Entered their name:', 'enter their name:', 'Entered a name'],
  numbers_blocked: ['Blocked', 'block', 'Blocked numbers'],
  numbers_unblocked: ['Unblocked', 'unblock', 'Unblocked numbers'],
  block_notes_changed: [
    'Changed the notes about',
    'change the notes about',
    'Changed notes about blocked numbers',
  ],
  run_started: ['Started a replay', 'start a replay'],
  run_paused: ['Paused a replay', 'pause a replay'],
  run_resumed: ['Resumed a replay', 'resume a replay'],
  run_cancelled: ['Cancelled a replay', 'cancel a replay'],
  run_discarded: ['Discarded a draft', 'discard a draft'],
  receivers_continued: ['Continued a paused replay', 'continue a paused replay'],
  receivers_stopped: ['Stopped a part of a replay', 'stop a part of a replay'],
  run_paced: ['Changed the pace of a replay', 'change the pace of a replay'],
  order_made: ['Started a waiting replay', 'start a waiting replay'],
  receiver_set: ['Set the receiver of', 'set the receiver of', 'Set a receiver'],
  receiver_removed: ['Removed the receiver of', 'remove the receiver of', 'Removed a receiver'],
  number_protected: ['Protected', 'protect', 'Protected a number'],
  number_unprotected: ['Stopped protecting', 'stop protecting', 'Stopped protecting a number'],
  receivers_confirmed: ['Allowed replays to', 'allow replays to', 'Confirmed receivers'],
  fields_recognized: [
    'Recognised the fields of',
    'recognise the fields of',
    'Recognised the fields of the service',
  ],
  fields_set: ['Set the fields of', 'set the fields of', 'Set the fields of the service'],
  fields_reset: ['Reset the fields of', 'reset the fields of', 'Reset the fields of the service'],
  events_handled: ['Marked', 'mark', 'Marked events as handled'],
  events_reopened: ['Marked', 'mark', 'Marked events as still missing'],
  follow_up_changed: ['Changed the follow-up of', 'change the follow-up of', 'Changed a follow-up'],
  note_added: ['Added a note about', 'add a note about', 'Added a note'],
  customer_informed: [
    'Marked the customer as informed:',
    'mark the customer as informed:',
    'Marked a customer as informed',
  ],
  customer_not_informed: [
    'Withdrew the mark that the customer was informed:',
    'withdraw the mark that the customer was informed:',
    'Withdrew the mark of an informed customer',
  ],
  token_made: ['Created the token', 'create the token', 'Created a token'],
  token_changed: ['Changed the token', 'change the token', 'Changed a token'],
  token_revoked: ['Revoked the token', 'revoke the token', 'Revoked a token'],
  exported: ['Exported', 'export', 'Exported a file'],
  watch_started: ['Let Redial watch for failures', 'let Redial watch for failures'],
  watch_stopped: ['Stopped watching for failures', 'stop watching for failures'],
  contact_set: [
    'Set the failure contact of',
    'set the failure contact of',
    'Set a failure contact',
  ],
  contact_removed: [
    'Removed the failure contact of',
    'remove the failure contact of',
    'Removed a failure contact',
  ],
}

export function kindLabel(kind: ActivityKind): string {
  const [done, , label = done] = KINDS[kind]
  return label
}

export const ACTOR_LABELS: Record<Exclude<ActivityBy, 'session'>, string> = {
  script: 'A script',
  command_line: 'Command line',
}

const OUTCOME_LABELS: Record<ActivityOutcome, string> = {
  done: 'Done',
  refused: 'Refused',
  unknown: 'Unknown',
}

type ActivityOutcomeText = { text: string; tone: ActivityOutcome | 'open' | 'none' }

/** "Done", "Refused (status 409)", or what a replay that was started has come to: "1 receiver paused, 21 events left". */
export function formatOutcome(entry: ActivityEntry): ActivityOutcomeText {
  const { outcome, status, run_outcome, run_left } = entry
  if (outcome === 'done' && run_left) {
    const { is_paused, events } = run_left
    const state = is_paused ? 'Paused' : formatReceivers(run_left, false)
    const text = `${state}, ${formatCount(events, 'event', 'events')} left`
    return { text, tone: 'open' }
  }
  if (run_outcome && isNothingSent(run_outcome)) {
    return { text: formatOutcomes(run_outcome), tone: 'none' }
  }
  if (run_outcome && run_outcome.failed_again > 0) return { text: 'Finished', tone: 'none' }
  const label = OUTCOME_LABELS[outcome]
  return { text: status === null ? label : `${label} (status ${status})`, tone: outcome }
}

/** Says what a person did or tried. `name` follows the text and is not translated. */
export type ActivityMessage = { text: string; name: string | null }

/** "Blocked 3 numbers for Acme Motors", "Tried to start a replay of 232 failed calls" */
export function formatActivity(entry: ActivityEntry): ActivityMessage {
  const { kind, outcome, details } = entry
  const [done, tried] = KINDS[kind]
  const isDone = outcome === 'done' || kind === 'sign_in_failed' || kind === 'exported'
  const verb = isDone ? done : `Tried to ${tried}`
  if ('unreadable' in details) return formatBlocklistChange(verb, details)
  return { text: `${verb}${whatChanged(entry)}`, name: nameIn(entry) }
}

function whatChanged({ kind, details }: ActivityEntry): string {
  if ('run_id' in details) return ofEvents(details)
  if ('rows' in details) return ` ${formatExport(details)}`
  if (!('list' in details)) return ''
  if (!('count' in details)) return ` ${LIST_LABELS[details.list].many}`
  return ` ${formatEvents(details)} as ${kind === 'events_handled' ? 'handled' : 'still missing'}`
}

function nameIn({ kind, who, details }: ActivityEntry): string | null {
  if (kind === 'name_given') return who
  if ('tracking_number' in details) return formatPhoneNumber(details.tracking_number)
  if ('receivers' in details) return details.receivers.join(', ')
  if ('label' in details) return details.label
  return 'name' in details && !('run_id' in details)
    ? details.name && shownReceiver(details.name)
    : null
}

function formatBlocklistChange(
  verb: string,
  { count, unreadable, name, reference }: BlocklistEvent['details'],
): ActivityMessage {
  const numbers =
    count === 0 && unreadable > 0 ? 'numbers' : formatCount(count, 'number', 'numbers')
  // The service goes by the reference, whatever name came with it.
  const entity =
    name && reference && name !== reference ? `${name} (${reference})` : name || reference
  return entity === null
    ? { text: `${verb} ${numbers}`, name: null }
    : { text: `${verb} ${numbers} for`, name: entity }
}

function ofEvents({ list, from, count }: RunEvent['details']): string {
  // The log knows nothing about another account's run.
  if (list === null && from === null) return ''
  const noun = listNoun(list, count ?? 2)
  return ` of ${count === null ? noun : `${formatNumber(count)} ${noun}`}`
}

const NOUNS: Record<ExportedList, { one: string; many: string }> = {
  ...LIST_LABELS,
  blocklist: { one: 'blocked number', many: 'blocked numbers' },
  activity: { one: 'activity log entry', many: 'activity log entries' },
}

function formatEvents({ list, count }: { list: ExportedList; count: number }): string {
  const { one, many } = NOUNS[list]
  return formatCount(count, one, many)
}

function formatExport({ what, rows }: { what: ExportedList; rows: number | null }): string {
  return rows === null ? `the ${NOUNS[what].many}` : formatEvents({ list: what, count: rows })
}

const FORMATS = { csv: 'CSV', xlsx: 'Excel', json: 'JSON', jsonl: 'JSON lines' }

export function formatActivityDetails(entry: ActivityEntry): string | null {
  const { kind, details } = entry
  if ('run_id' in details) return formatRunDetails(entry, details)
  if ('about' in details) return formatFollowUpChange(details) || null
  if ('tracking_number' in details) return details.receiver && shownReceiver(details.receiver)
  if ('label' in details) {
    const change = kind === 'token_changed' ? `: ${formatTokenChange(details)}` : ''
    return `For ${details.partner}${change}`
  }
  if (!('rows' in details)) return null
  const { from, to, format, company } = details
  const days = from === null || to === null ? '' : `, ${formatDateRange({ from, to })}`
  return `${company ? `${company} · ` : ''}As ${FORMATS[format]}${days}`
}

/** "Taken · Handed over to Sipho · Waiting for the customer · Ticket set" */
function formatFollowUpChange({ taken, handed_to, state, ticket }: FollowUpDetails): string {
  return [
    taken !== undefined && (taken ? 'Taken' : 'Nobody has it'),
    handed_to && `Handed over to ${handed_to}`,
    state && FOLLOW_UP_STATES[state],
    ticket && `Ticket ${ticket}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The name and reason that people gave, the events, what became of them, and what was changed. */
function formatRunDetails(
  { kind, run_outcome }: ActivityEntry,
  { from, to, list, name, reason, receiver, pace, days: forDays }: RunEvent['details'],
): string | null {
  if (from === null || to === null) return null
  // "of 21 November 2026", "from 15 to 21 November 2026"
  const days = formatDateRange({ from, to }).replace(/^on /, 'of ')
  // Not "failed": that would read as the outcome of the replay.
  const events = capitalise(`${eventNoun(list, 2)} ${days}`)
  return [
    name && `“${name}”`,
    run_outcome && !isNothingSent(run_outcome)
      ? `${events}: ${formatOutcomes(run_outcome)}`
      : events,
    receiver && shownReceiver(receiver),
    pace && `at most ${formatNumber(pace)} a second`,
    kind === 'run_paced' && pace === null && 'as fast as the receivers answer',
    forDays && `for ${formatCount(forDays, 'day', 'days')}`,
    reason && `Reason: ${reason}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

type TokenChange = { blocklist_permission?: boolean; expires_at?: string | null }

function formatTokenChange({ blocklist_permission, expires_at }: TokenChange): string {
  if (blocklist_permission !== undefined) {
    return blocklist_permission ? 'it may block numbers' : 'it may no longer block numbers'
  }
  return expires_at ? `it expires on ${expires_at.slice(0, 10)}` : 'it does not expire'
}
