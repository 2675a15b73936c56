import type {
  ActivityBy,
  ActivityEntry,
  ActivityKind,
  ActivityOutcome,
  BlocklistEvent,
  ExportedList,
} from '../../../contract/activity.ts'
import { formatDateRange } from '../../format/days.ts'
import { formatCount } from '../../format/numbers.ts'
import { formatPhoneNumber } from '../../format/phone-number.ts'
import { LIST_WORDS } from '../event/list/list-labels.ts'

/** What each kind is called where one chooses among them. */
export const KIND_LABELS: Record<ActivityKind, string> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Failed to sign in',
  signed_out: 'Signed out',
  sessions_ended: 'Ended sessions',
  name_given: 'Gave a name',
  numbers_blocked: 'Blocked numbers',
  numbers_unblocked: 'Unblocked numbers',
  run_started: 'Started a replay',
  run_paused: 'Paused a replay',
  run_resumed: 'Resumed a replay',
  run_cancelled: 'Cancelled a replay',
  receiver_set: 'Set a receiver',
  receiver_removed: 'Removed a receiver',
  events_handled: 'Marked events as handled',
  events_reopened: 'Marked events as still missing',
  token_made: 'Made a token',
  token_revoked: 'Revoked a token',
  exported: 'Saved a file',
}

/** What acted where it was no person. */
export const ACTOR_LABELS: Record<Exclude<ActivityBy, 'session'>, string> = {
  script: 'A script',
  command_line: 'Command line',
}

export const OUTCOME_LABELS: Record<ActivityOutcome, string> = {
  done: 'Done',
  refused: 'Refused',
  unknown: 'Not known',
}

/** What was done or tried. `name` is a name at its end, which nobody translates. */
export type ActivityMessage = { text: string; name: string | null }

/** "Blocked 3 numbers for Acme Motors", "Tried to start a replay of 232 failed calls" */
export function formatActivity(entry: ActivityEntry): ActivityMessage {
  const isDone = entry.outcome === 'done'
  const verb = (done: string, tried: string) => (isDone ? done : `Tried to ${tried}`)
  const plain = (text: string): ActivityMessage => ({ text, name: null })
  switch (entry.kind) {
    case 'signed_in':
      return plain(verb('Signed in', 'sign in'))
    case 'sign_in_failed':
      return plain('Tried to sign in')
    case 'signed_out':
      return plain(verb('Signed out', 'sign out'))
    case 'sessions_ended':
      return plain(verb('Signed out everywhere', 'sign out everywhere'))
    case 'name_given':
      return { text: verb('Gave their name:', 'give their name:'), name: entry.who }
    case 'numbers_blocked':
      return formatBlocklistChange(verb('Blocked', 'block'), 'for', entry.details)
    case 'numbers_unblocked':
      return formatBlocklistChange(verb('Unblocked', 'unblock'), 'for', entry.details)
    case 'run_started':
      return plain(`${verb('Started', 'start')} a replay${ofEvents(entry.details)}`)
    case 'run_paused':
      return plain(`${verb('Paused', 'pause')} a replay${ofEvents(entry.details)}`)
    case 'run_resumed':
      return plain(`${verb('Resumed', 'resume')} a replay${ofEvents(entry.details)}`)
    case 'run_cancelled':
      return plain(`${verb('Cancelled', 'cancel')} a replay${ofEvents(entry.details)}`)
    case 'receiver_set':
      return {
        text: `${verb('Set', 'set')} the receiver of`,
        name: formatPhoneNumber(entry.details.tracking_number),
      }
    case 'receiver_removed':
      return {
        text: `${verb('Removed', 'remove')} the receiver of`,
        name: formatPhoneNumber(entry.details.tracking_number),
      }
    case 'events_handled':
      return plain(`${verb('Marked', 'mark')} ${formatEvents(entry.details)} as handled`)
    case 'events_reopened':
      return plain(`${verb('Marked', 'mark')} ${formatEvents(entry.details)} as still missing`)
    case 'token_made':
      return { text: `${verb('Made', 'make')} the token`, name: entry.details.label }
    case 'token_revoked':
      return { text: `${verb('Revoked', 'revoke')} the token`, name: entry.details.label }
    case 'exported':
      return plain(`Saved ${formatExport(entry.details)}`)
  }
}

function formatBlocklistChange(
  verb: string,
  of: string,
  { count, unreadable, name, reference }: BlocklistEvent['details'],
): ActivityMessage {
  const numbers =
    count === 0 && unreadable > 0 ? 'numbers' : formatCount(count, 'number', 'numbers')
  const entity = name || reference
  return entity === null
    ? { text: `${verb} ${numbers}`, name: null }
    : { text: `${verb} ${numbers} ${of}`, name: entity }
}

type Counted = { list: keyof typeof LIST_WORDS | null; count: number | null }

function ofEvents({ list, count }: Counted): string {
  if (list === null) return ''
  const { one, many } = LIST_WORDS[list]
  return count === null ? ` of ${many}` : ` of ${formatCount(count, one, many)}`
}

function formatEvents({ list, count }: { list: keyof typeof LIST_WORDS; count: number }): string {
  const { one, many } = LIST_WORDS[list]
  return formatCount(count, one, many)
}

const EXPORTED: Record<ExportedList, [string, string]> = {
  call_events_fail: [LIST_WORDS.call_events_fail.one, LIST_WORDS.call_events_fail.many],
  transcription_events_fail: [
    LIST_WORDS.transcription_events_fail.one,
    LIST_WORDS.transcription_events_fail.many,
  ],
  blocklist: ['blocked number', 'blocked numbers'],
  activity: ['entry of the activity log', 'entries of the activity log'],
}

function formatExport({ what, rows }: { what: ExportedList; rows: number | null }): string {
  const [one, many] = EXPORTED[what]
  return rows === null ? `the ${many}` : formatCount(rows, one, many)
}

const FORMATS = { csv: 'CSV', json: 'JSON', jsonl: 'JSON lines' }

/** What else there is to say of it in a line; null for nothing. */
export function formatActivityDetails(entry: ActivityEntry): string | null {
  switch (entry.kind) {
    case 'run_started':
    case 'run_paused':
    case 'run_resumed':
    case 'run_cancelled': {
      const { from, to } = entry.details
      return from === null || to === null ? null : `Failed ${formatDateRange({ from, to })}`
    }
    case 'exported': {
      const { from, to, format } = entry.details
      const days = from === null || to === null ? null : formatDateRange({ from, to })
      return days === null ? `As ${FORMATS[format]}` : `As ${FORMATS[format]}, ${days}`
    }
    case 'receiver_set':
      return entry.details.receiver
    case 'token_made':
    case 'token_revoked':
      return `Of ${entry.details.partner}`
    default:
      return null
  }
}
