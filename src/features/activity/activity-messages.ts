import type {
  ActivityBy,
  ActivityEntry,
  ActivityKind,
  ActivityOutcome,
  BlocklistEvent,
  ExportedList,
  FollowUpDetails,
  RunEvent,
  TokenDetails,
} from '../../../contract/activity.ts'
import { FOLLOW_UP_STATES } from '../../../contract/follow-up.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { capitalise } from '../../../contract/text/names.ts'
import { formatPhoneNumber } from '../../../contract/text/phone-number.ts'
import { shownReceiver } from '../../../contract/text/shown-text.ts'
import { formatDateRange } from '../../format/days.ts'
import { eventNoun, LIST_LABELS, listNoun } from '../event/list/list-labels.ts'
import { formatOutcomes, formatReceivers, isNothingSent } from '../replays/run-counts.ts'

type ActionText = [done: string, tried: string, object?: string, labelObject?: string]

/** A verb in the past tense and as it follows "Tried to", its object, and the object in the filter if it differs. */
const KINDS: Record<ActivityKind, ActionText> = {
  signed_in: ['Signed in', 'sign in'],
  sign_in_failed: ['Failed to sign in', 'sign in'],
  signed_out: ['Signed out', 'sign out'],
  sessions_ended: ['Signed out everywhere', 'sign out everywhere'],
  name_given: ['Entered', 'enter', 'their name:', 'a name'],
  numbers_blocked: ['Blocked', 'block', '', 'numbers'],
  numbers_unblocked: ['Unblocked', 'unblock', '', 'numbers'],
  block_notes_changed: ['Changed', 'change', 'the notes about', 'notes about blocked numbers'],
  run_started: ['Started', 'start', 'a replay'],
  run_paused: ['Paused', 'pause', 'a replay'],
  run_resumed: ['Resumed', 'resume', 'a replay'],
  run_cancelled: ['Cancelled', 'cancel', 'a replay'],
  run_discarded: ['Discarded', 'discard', 'a draft'],
  receivers_continued: ['Continued', 'continue', 'a paused replay'],
  receivers_stopped: ['Stopped', 'stop', 'a part of a replay'],
  run_paced: ['Changed', 'change', 'the pace of a replay'],
  order_made: ['Started', 'start', 'a waiting replay'],
  receiver_set: ['Set', 'set', 'the receiver of', 'a receiver'],
  receiver_removed: ['Removed', 'remove', 'the receiver of', 'a receiver'],
  number_protected: ['Protected', 'protect', '', 'a number'],
  number_unprotected: ['Stopped protecting', 'stop protecting', '', 'a number'],
  receivers_confirmed: ['Allowed', 'allow', 'replays to', 'replays to receivers'],
  fields_recognized: ['Recognised', 'recognise', 'the fields of', 'the fields of the service'],
  fields_set: ['Set', 'set', 'the fields of', 'the fields of the service'],
  fields_reset: ['Reset', 'reset', 'the fields of', 'the fields of the service'],
  events_handled: ['Marked', 'mark', '', 'events as handled'],
  events_reopened: ['Marked', 'mark', '', 'events as still missing'],
  follow_up_changed: ['Changed', 'change', 'the follow-up of', 'a follow-up'],
  note_added: ['Added', 'add', 'a note about', 'a note'],
  customer_informed: ['Marked', 'mark', 'the customer as informed:', 'a customer as informed'],
  customer_not_informed: [
    'Withdrew',
    'withdraw',
    'the mark that the customer was informed:',
    'the mark of an informed customer',
  ],
  token_made: ['Created', 'create', 'the token', 'a token'],
  token_changed: ['Changed', 'change', 'the token', 'a token'],
  token_revoked: ['Revoked', 'revoke', 'the token', 'a token'],
  exported: ['Exported', 'export', '', 'a file'],
  watch_started: ['Let', 'let', 'Redial watch for failures'],
  watch_stopped: ['Stopped', 'stop', 'watching for failures'],
  contact_set: ['Set', 'set', 'the failure contact of', 'a failure contact'],
  contact_removed: ['Removed', 'remove', 'the failure contact of', 'a failure contact'],
}

export function kindLabel(kind: ActivityKind): string {
  const [done, , object = '', labelObject = object] = KINDS[kind]
  return `${done} ${labelObject}`.trim()
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

/** "Done", "Refused (status 409)", or what a replay that was started has come to: "1 receiver paused, 21 events waiting". */
export function formatOutcome(entry: ActivityEntry): ActivityOutcomeText {
  const { outcome, status, run_outcome, run_left } = entry
  if (outcome === 'done' && run_left) {
    const { is_paused, events } = run_left
    const state = is_paused ? 'Paused' : formatReceivers(run_left, false)
    const text = `${state}, ${formatCount(events, 'event', 'events')} waiting`
    return { text, tone: 'open' }
  }
  if (run_outcome && isNothingSent(run_outcome)) {
    return { text: formatOutcomes(run_outcome), tone: 'none' }
  }
  if (run_outcome && run_outcome.failed_again > 0)
    return { text: OUTCOME_LABELS.done, tone: 'none' }
  const label = OUTCOME_LABELS[outcome]
  return { text: status === null ? label : `${label} (status ${status})`, tone: outcome }
}

/**
 * What a person did or tried, such as "Blocked 3 numbers for" and "Tried to start a replay of 232 failed calls". `name`
 * follows the text and is not translated.
 */
export function formatActivity(entry: ActivityEntry): { text: string; name: string | null } {
  const [done, tried, object] = KINDS[entry.kind]
  const verb = entry.outcome === 'done' ? done : `Tried to ${tried}`
  const text = [verb, object, whatChanged(entry)].filter(Boolean).join(' ')
  return { text, name: nameIn(entry) }
}

function whatChanged({ kind, details }: ActivityEntry): string {
  if ('unreadable' in details) {
    const { count, unreadable } = details
    const numbers =
      count === 0 && unreadable > 0 ? 'numbers' : formatCount(count, 'number', 'numbers')
    return entityName(details) === null ? numbers : `${numbers} for`
  }
  if ('run_id' in details) return ofEvents(details)
  if ('rows' in details) {
    const { one, many } = NOUNS[details.what]
    return details.rows === null ? `the ${many}` : formatCount(details.rows, one, many)
  }
  if (!('list' in details)) return ''
  const { one, many } = LIST_LABELS[details.list]
  if (!('count' in details)) return many
  const state = kind === 'events_handled' ? 'handled' : 'still missing'
  return `${formatCount(details.count, one, many)} as ${state}`
}

function ofEvents({ list, from, count }: RunEvent['details']): string {
  // The log knows nothing about another account's run.
  if (list === null && from === null) return ''
  const noun = listNoun(list, count ?? 2)
  return `of ${count === null ? noun : `${formatNumber(count)} ${noun}`}`
}

function nameIn({ kind, who, details }: ActivityEntry): string | null {
  if (kind === 'name_given') return who
  if ('unreadable' in details) return entityName(details)
  if ('tracking_number' in details) return formatPhoneNumber(details.tracking_number)
  if ('receivers' in details) return details.receivers.join(', ')
  if ('label' in details) return details.label
  return 'name' in details && !('run_id' in details)
    ? details.name && shownReceiver(details.name)
    : null
}

/** The service goes by the reference, whatever name came with it. */
function entityName({ name, reference }: BlocklistEvent['details']): string | null {
  return name && reference && name !== reference ? `${name} (${reference})` : name || reference
}

const NOUNS: Record<ExportedList, { one: string; many: string }> = {
  ...LIST_LABELS,
  blocklist: { one: 'blocked number', many: 'blocked numbers' },
  activity: { one: 'activity log entry', many: 'activity log entries' },
}

const FORMATS = { csv: 'CSV', xlsx: 'Excel', json: 'JSON', jsonl: 'JSON lines' }

export function formatActivityDetails(entry: ActivityEntry): string | null {
  const { kind, details } = entry
  if ('run_id' in details) return formatRunDetails(entry, details)
  if ('about' in details) return formatFollowUpChange(details) || null
  if ('tracking_number' in details) return details.receiver && shownReceiver(details.receiver)
  if ('label' in details) {
    return `For ${details.partner}${kind === 'token_changed' ? `: ${formatTokenChange(details)}` : ''}`
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

function formatTokenChange({ blocklist_permission, expires_at }: TokenDetails): string {
  if (blocklist_permission === undefined) {
    return expires_at ? `it expires on ${expires_at.slice(0, 10)}` : 'it does not expire'
  }
  return blocklist_permission ? 'it may block numbers' : 'it may no longer block numbers'
}
