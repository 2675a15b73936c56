import * as z from 'zod/mini'
import { callFields, callTime } from '../../../contract/event/call-fields.ts'
import { failureSummary, type Outcome } from '../../../contract/event/failure-cause.ts'
import { receiverOf } from '../../../contract/event/receiver-of.ts'
import { normaliseText } from '../../../contract/text/normalise-text.ts'
import { companyName } from '../event/event-row.ts'
import {
  NONE_SET,
  type ReceiversOfNumbers,
  receiverUrl,
} from '../receivers/queries/receivers-of-numbers.ts'
import type { ReadEvent } from './range-load.ts'

/** The values by which an event is sorted, filtered, grouped and found. */
export type EventFacts = {
  read: ReadEvent
  /** When it failed, otherwise the time of its call, in ms since 1970; null if both are unknown. */
  at: number | null
  company: string
  /** The number that the list shows first: the caller's, or else the tracking number. */
  caller: string | null
  trackingNumber: string | null
  callId: string | null
  /** How it last failed, as text: by the service's last attempt, or by a replay since then. */
  cause: string
  /** The kind of event, as text. */
  kind: string
  /** The HTTP status of that attempt, or "No answer". */
  status: string
  /** The receiver's host and path. The query may differ between events. */
  receiver: string
  /** A number that represents each of these names. */
  codes: { company: number; cause: number; receiver: number }
  /** The URL that a replay goes to; null if it is unknown. */
  receiverUrl: string | null
  /** All its text in normalised form, for searches. The cause comes last. */
  words: string
  /** All its numbers as digits, for searches. */
  digits: string
}

const UNKNOWN_RECEIVER = 'Receiver unknown'

/** A company's reference, which the page doesn't show but people know. */
const WithReference = z.object({ company: z.object({ reference: z.string() }) })

/** Parsing a payload takes longest, so each is parsed once for the same receivers. */
const known = new WeakMap<ReceiversOfNumbers, WeakMap<ReadEvent, EventFacts>>()

/** @param receivers the receivers of events that name none */
export function eventFacts(read: ReadEvent, receivers: ReceiversOfNumbers = NONE_SET): EventFacts {
  const ofReceivers = known.get(receivers) ?? new WeakMap<ReadEvent, EventFacts>()
  known.set(receivers, ofReceivers)
  const facts = ofReceivers.get(read) ?? factsOf(read, receivers)
  ofReceivers.set(read, facts)
  return facts
}

function factsOf(read: ReadEvent, receivers: ReceiversOfNumbers): EventFacts {
  const { event } = read
  const call = callFields(event.call)
  const url = receiverUrl(event, call, receivers)
  const receiver = receiverOf(url)
  const cause = failureSummary(event.outcome)
  const numbers = [call.caller_number, call.tracking_number, call.call_id, event.id]
  const reference = WithReference.safeParse(event.payload)
  const words = [
    call.company?.name,
    reference.data?.company.reference,
    call.reference,
    receiver?.host,
    receiver?.path,
    call.contact?.name,
    ...numbers,
    cause,
  ]
  const company = companyName(call)
  const place = receiver ? `${receiver.host}${pathOf(receiver)}` : UNKNOWN_RECEIVER
  return {
    read,
    at: momentOf(event.failed_at ?? callTime(call)),
    company,
    caller: call.caller_number ?? call.tracking_number ?? null,
    trackingNumber: call.tracking_number ?? null,
    callId: call.call_id ?? null,
    cause,
    kind: event.event === null ? 'Unknown' : (KIND_LABELS[event.event] ?? event.event),
    status: formatStatus(event.outcome),
    receiver: place,
    receiverUrl: url,
    codes: { company: codeOf(company), cause: codeOf(cause), receiver: codeOf(place) },
    words: normaliseText(words.filter(word => word != null).join('\n')),
    digits: numbers.map(number => number?.replaceAll(/\D/g, '') ?? '').join(' '),
  }
}

/** The last facts of each event that a replay has failed with, so that its row stays the same. */
const replayed = new WeakMap<EventFacts, EventFacts>()

/** The facts of an event that last failed by a replay. Only the cause differs, so this is quick. */
export function factsAfterReplay(facts: EventFacts, failure: Outcome): EventFacts {
  const cause = failureSummary(failure)
  const status = formatStatus(failure)
  if (cause === facts.cause && status === facts.status) return facts
  const before = replayed.get(facts)
  if (cause === before?.cause && status === before.status) return before
  const others = facts.words.slice(0, facts.words.length - normaliseText(facts.cause).length)
  const after = {
    ...facts,
    cause,
    status,
    codes: { ...facts.codes, cause: codeOf(cause) },
    words: others + normaliseText(cause),
  }
  replayed.set(facts, after)
  return after
}

/** If the service doesn't say when an event failed, the time of its call counts. */
function momentOf(stamp: string | null): number | null {
  return stamp === null ? null : Date.parse(stamp)
}

const codes = new Map<string, number>()

function codeOf(name: string): number {
  const code = codes.get(name) ?? codes.size
  codes.set(name, code)
  return code
}

/** The number of names with a code. */
export function codedNames(): number {
  return codes.size
}

const KIND_LABELS: Record<string, string> = {
  call_termination: 'Call',
  missed_call_saver: 'Missed Call Saver',
  data_event: 'AI event',
}

function formatStatus(outcome: { status: number | null } | null): string {
  if (outcome === null) return 'Unknown'
  return outcome.status === null ? 'No answer' : String(outcome.status)
}

/** A path of "/" is left out. */
function pathOf({ path }: { path: string }): string {
  return path.replace(/\?.*/s, '').replace(/\/$/, '')
}
