import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { callFields } from '../../../../contract/event/call-fields.ts'
import { failureSummary } from '../../../../contract/event/failure-cause.ts'
import { receiverLabel } from '../../../../contract/event/receiver-of.ts'
import { callTime, UNKNOWN_COMPANY } from '../../../../contract/event-page.ts'
import type { FailedEvent } from '../../../../contract/failed-event.ts'
import { MAX_INTEGER } from '../../../../contract/pages/page-place.ts'
import { normaliseText } from '../../../../contract/text/normalise-text.ts'
import { moment } from '../../../../contract/time/stamp.ts'
import type { Schema } from '../../../database/schema.ts'

type Row = Selectable<Schema['listed_event']>

/** The columns that hold an event's position in the list, and the columns that the database fills in. */
type OtherColumn =
  | ('mirror_id' | 'ordinal' | 'day' | 'position' | 'page' | 'cursor' | 'walk_from' | 'walk_to')
  | ('read_at' | 'has_receiver' | 'call_hash' | 'facet')

/** The columns of `listed_event` that come from the event itself. Times are in ISO 8601, in UTC. */
export type EventFacts = {
  [Column in Exclude<keyof Row, OtherColumn>]: Row[Column] extends Date | null
    ? string | null
    : Row[Column]
}

/** Longer texts are cut, because a hostile service may send megabytes. */
const MAX_URL = 2_000
const MAX_TEXT = 500
/** An index can't have longer keys (2,700 bytes). */
const MAX_KEY = 800

const KIND_LABELS = new Map([
  ['call_termination', 'Call'],
  ['missed_call_saver', 'Missed Call Saver'],
  ['data_event', 'AI event'],
])

const UNKNOWN_KIND = 'Unknown'

/** A company's reference, which lists don't show but people know. */
const WithReference = z.object({ company: z.object({ reference: z.string() }) })

/** @param id the identity of the event */
export function eventFacts(event: FailedEvent, id: string): EventFacts {
  const { outcome } = event
  const call = callFields(event.call)
  const companyName = storableText(call.company?.name)
  const company = companyName ?? UNKNOWN_COMPANY
  const companyReference = storableText(WithReference.safeParse(event.call).data?.company.reference)
  const contact = storableText(call.contact?.name)
  const reference = storableText(call.reference)
  const numbers = [call.caller_number, call.tracking_number, call.call_id].map(text =>
    storableText(text),
  )
  const [caller_number = null, tracking_number = null, call_id = null] = numbers
  const caller = caller_number ?? tracking_number
  const texts = [companyName, companyReference, reference, contact, ...numbers, id]
  const kind = storableText(event.event)
  const failedAt = moment(event.failed_at)
  const receiver = storableText(receiverLabel(event.callback_url), MAX_URL) ?? ''
  const cause = storableText(failureSummary(outcome), MAX_URL) ?? ''
  const facts = {
    event_id: id,
    event: kind,
    kind: kind === null ? UNKNOWN_KIND : (KIND_LABELS.get(kind) ?? kind),
    callback_url: storableText(event.callback_url, MAX_URL),
    receiver,
    receiver_key: keyOf(receiver),
    failed_at: failedAt,
    at: failedAt ?? moment(callTime(call)),
    attempt_count: integer(event.attempt_count),
    status: integer(outcome?.status),
    error: storableText(outcome?.error),
    cause_code: outcome?.cause ?? null,
    has_outcome: outcome !== null,
    cause,
    cause_key: keyOf(cause),
    company,
    company_key: keyOf(company),
    company_reference: companyReference,
    has_company: companyName !== null,
    contact,
    reference,
    caller_number,
    tracking_number,
    caller_key: caller && normaliseText(caller),
    call_id,
    call_start: moment(call.call_start_stamp),
    call_end: moment(call.call_end_stamp),
    words: normaliseText(texts.filter(text => text !== null).join('\n')),
    digits: [...numbers, id].map(text => text?.replaceAll(/\D/g, '') ?? '').join(' '),
    has_payload: event.payload != null,
  }
  return { ...facts, digest: createHash('sha256').update(JSON.stringify(facts)).digest('hex') }
}

/** The key of a stored company, cause or receiver, by which it is sorted, searched and found. */
export function keyOf(text: string): string {
  return storableText(normaliseText(text), MAX_KEY) ?? ''
}

/** PostgreSQL can't store U+0000, nor half a surrogate pair, which cutting may leave. */
function storableText(text: string | null | undefined, most = MAX_TEXT): string | null {
  return text == null ? null : text.slice(0, most).replaceAll('\0', '\ufffd').toWellFormed()
}

function integer(value: number | null | undefined): number | null {
  return value == null ? null : Math.min(value, MAX_INTEGER)
}
