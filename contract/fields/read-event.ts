import { Cause } from '../cause.ts'
import {
  type FailedEvent,
  LooseId,
  listOfAttempts,
  payloadParts,
  receiverText,
  type UpstreamAttempt,
  WebhookEvent,
} from '../failed-event.ts'
import { isRecord, jsonOf, yesOrNo } from '../text/json-inside.ts'
import { foreignTime } from '../time/foreign-time.ts'
import { stampIn } from '../time/stamp.ts'
import { type FieldMap, PAYLOAD_MEANINGS, STANDARD_FIELDS } from './field-map.ts'
import { fieldAt as at, stepsOf, valueAt } from './field-path.ts'
import { isEmpty, isStatus, isWhole, plain, secondsOf } from './field-values.ts'
import { nameWords } from './name-words.ts'

const STANDARD_RECEIVER = 'callback_url'

export type EventFields = {
  map: FieldMap
  /** The time zone of times without one, and of all returned times. */
  zone: string
}

/** The names of the interface, for answers whose times don't matter. */
export const STANDARD: EventFields = { map: STANDARD_FIELDS, zone: 'UTC' }

/**
 * Reads an item of a list by the names of its fields. It never fails and drops nothing: fields without a meaning are
 * in `unknown_fields`.
 */
export function readEvent(item: unknown, { map, zone }: EventFields): FailedEvent {
  const { item: fields } = map
  const attempts = readAttempts(at(item, fields.attempts), map, timeReader(map, zone))
  const { isEnvelope, ...replayable } = readReplayable(item, { map, zone })
  const count = at(item, fields.attempt_count)
  const event = {
    ...replayable,
    event: eventKind(at(item, fields.event)),
    attempts,
    attempts_path: fields.attempts === null ? [] : stepsOf(fields.attempts),
    attempt_count: isWhole(count, Number.MAX_SAFE_INTEGER)
      ? Number(count)
      : attempts.length || null,
    outcome:
      outcomeOf(at(item, fields.status), errorAt(item, fields.error)) ?? attempts.at(-1) ?? null,
  }
  const isRead = isEnvelope && isRecord(item)
  return { ...event, unknown_fields: isRead ? unreadFields(item, map, event) : {} }
}

/** The part of an item that a replay needs. A run may have 500,000 items, so nothing else is read. */
export function readReplayable(
  item: unknown,
  { map, zone }: EventFields,
): Pick<FailedEvent, 'id' | 'callback_url' | 'failed_at' | 'payload' | 'call'> & {
  /** Whether the payload is a part of the item. */
  isEnvelope: boolean
} {
  const time = timeReader(map, zone)
  const { item: fields } = map
  const { payload, call, isEnvelope } = payloadParts(item)
  const failedAt = at(item, fields.failed_at ?? 'failed_at')
  // It means that in a payload only if the map says so.
  const isTime = isEnvelope || fields.failed_at !== null
  return {
    id: LooseId.safeParse(at(item, fields.id)).data ?? null,
    // A person may have chosen no field, and the event still names its receiver by the standard name.
    callback_url: receiverText(at(item, fields.receiver) ?? at(item, STANDARD_RECEIVER)),
    // No other time replaces a time that can't be read. The page shows it unchanged.
    failed_at: isEmpty(failedAt)
      ? (readAttempts(at(item, fields.attempts), map, time).at(-1)?.at ?? null)
      : isTime
        ? time(failedAt)
        : null,
    payload,
    call: callOf(call, map, time),
    isEnvelope,
  }
}

type TimeReader = (value: unknown) => string | null

function timeReader({ day_first }: FieldMap, zone: string): TimeReader {
  return value => {
    const time = foreignTime(value, { zone, dayFirst: day_first })
    return time === null ? null : stampIn(new Date(time), zone)
  }
}

/** Sorts attempts by time, oldest first. */
function readAttempts(list: unknown, { attempt }: FieldMap, time: TimeReader): UpstreamAttempt[] {
  const attempts = list === undefined ? [] : listOfAttempts(list)
  if (!Array.isArray(attempts)) return []
  const records = attempts.map((one, index): UpstreamAttempt => {
    const outcome = outcomeOf(at(one, attempt.status), errorAt(one, attempt.error))
    const cause = Cause.safeParse(at(one, 'cause')).data
    const values = {
      at: time(at(one, attempt.at)),
      status: outcome?.status ?? null,
      error: outcome?.error ?? null,
      ...(cause && { cause }),
      duration_ms: durationOf(at(one, attempt.duration_ms), attempt.duration_ms),
    }
    const isSame = (path: string | null, shown: unknown) => plain(at(one, path)) === plain(shown)
    const shown = [
      values.at !== null && attempt.at,
      isSame(attempt.status, values.status) && attempt.status,
      isSame(attempt.error, values.error) && attempt.error,
      values.duration_ms !== null && attempt.duration_ms,
      cause !== undefined && 'cause',
    ]
    const other_fields = isRecord(one) ? withoutFields(one, shown) : { attempt: one }
    return { ...values, other_fields, index }
  })
  const [first, last] = [records.at(0)?.at, records.at(-1)?.at]
  const isNewestFirst = first && last && Date.parse(first) > Date.parse(last)
  return isNewestFirst ? records.reverse() : records
}

/** Some services replace the object of an error by a text, for example if no answer came. */
function errorAt(value: unknown, path: string | null): unknown {
  const steps = path === null ? [] : stepsOf(path)
  if (steps.length === 0) return undefined
  const outer = valueAt(value, steps.slice(0, -1))
  return valueAt(value, steps) ?? (typeof outer === 'string' ? outer : undefined)
}

/** A status may include its reason phrase, and an error text may name a status. */
function outcomeOf(status: unknown, error: unknown): FailedEvent['outcome'] {
  const text = errorText(error)
  const number = isStatus(status) ? Number(/[1-5]\d\d/.exec(String(status))?.[0]) : null
  const isNoAnswer = status === 0 || status === '0' || status === -1
  if (number === null && text === null) return isNoAnswer ? { status: null, error: null } : null
  return { status: number ?? (text === null ? null : statusInText(text)), error: text }
}

/** Members of an object that describes an error, the most useful first. */
const DESCRIPTIONS = ['message', 'detail', 'reason', 'description', 'error', 'title', 'code']

/** Deeper values are shown as JSON. */
const MAX_LEVELS_OF_ERROR = 20

/** Whatever a service puts into the field of its errors, as text; null for what means "none". */
function errorText(value: unknown, level = 0): string | null {
  if (level === MAX_LEVELS_OF_ERROR && typeof value === 'object') return jsonOf(value)
  if (isRecord(value)) {
    const [description] = DESCRIPTIONS.flatMap(name => errorText(value[name], level + 1) ?? [])
    return description ?? (Object.keys(value).length === 0 ? null : jsonOf(value))
  }
  if (Array.isArray(value)) {
    return textOf(value.flatMap(one => errorText(one, level + 1) ?? []).join('; '))
  }
  if (typeof value === 'number' || typeof value === 'bigint') return value ? String(value) : null
  const text = textOf(value)
  return text === null || /^(-+|none|null|nil|n\/a|undefined|\[\s*\]|\{\s*\})$/i.test(text.trim())
    ? null
    : text
}

/** A payload whose recognised fields have the names of the interface. */
function callOf(payload: unknown, { payload: fields }: FieldMap, time: TimeReader): unknown {
  if (!isRecord(payload)) return payload
  if (PAYLOAD_MEANINGS.every(name => fields[name] === null || fields[name] === name)) return payload
  const call: Record<string, unknown> = {}
  for (const name of PAYLOAD_MEANINGS) {
    const value = name === 'company' ? companyAt(payload, fields[name]) : at(payload, fields[name])
    if (value !== undefined) call[name] = value
  }
  for (const name of ['call_start_stamp', 'call_end_stamp']) {
    const stamp = time(call[name])
    if (stamp !== null) call[name] = stamp
  }
  const answered = yesOrNo(call.answered)
  if (answered !== null) call.answered = answered
  return withSeconds(call, fields.call_duration)
}

/** A company whose name is a field of an object keeps the reference in that object. */
function companyAt(payload: unknown, path: string | null): unknown {
  const steps = path === null ? [] : stepsOf(path)
  const outer = steps.length > 1 && steps.at(-1) === 'name' && valueAt(payload, steps.slice(0, -1))
  return isRecord(outer) ? outer : at(payload, path)
}

/** The duration in seconds. The times of the call show whether a service counts milliseconds. */
function withSeconds(call: Record<string, unknown>, path: string | null) {
  const { call_start_stamp: start, call_end_stamp: end, call_duration: written } = call
  const ofClock = secondsOf(written)
  if (ofClock !== null) return { ...call, call_duration: ofClock }
  const duration = typeof written === 'object' ? Number.NaN : Number(written)
  if (path === null || !Number.isFinite(duration)) return call
  const [began, ended] = [start, end].map(stamp =>
    typeof stamp === 'string' ? Date.parse(stamp) : Number.NaN,
  )
  const length = ((ended ?? Number.NaN) - (began ?? Number.NaN)) / 1000
  const isMilliseconds = Number.isNaN(length)
    ? /ms|milli/i.test(path)
    : Math.abs(duration / 1000 - length) < Math.abs(duration - length)
  return isMilliseconds ? { ...call, call_duration: Math.round(duration / 1000) } : call
}

/** Whole milliseconds. A value with a fraction is in seconds. */
function durationOf(value: unknown, path: string | null): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return null
  const isSeconds = /sec|_s$/i.test(path ?? '') || !Number.isInteger(number)
  return Math.round(isSeconds && !/ms|milli/i.test(path ?? '') ? number * 1000 : number)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** The fields of an item that were not read, including values that the page shows in another form or not at all. */
function unreadFields(
  item: Record<string, unknown>,
  { item: fields }: FieldMap,
  event: Omit<FailedEvent, 'unknown_fields'>,
) {
  const isSame = (path: string | null, shown: unknown) => plain(at(item, path)) === plain(shown)
  return withoutFields(item, [
    'request_json',
    event.failed_at !== null && fields.failed_at,
    Array.isArray(listOfAttempts(at(item, fields.attempts))) && fields.attempts,
    isSame(fields.id, event.id) && fields.id,
    isSame(fields.receiver, event.callback_url) && fields.receiver,
    isSame(fields.status, event.outcome?.status) && fields.status,
    isSame(fields.error, event.outcome?.error) && fields.error,
    isSame(fields.attempt_count, event.attempt_count) && fields.attempt_count,
    isSame(fields.event, WebhookEvent.safeParse(event.event).data) && fields.event,
  ])
}

/** An object that contains more than the read value is kept completely. */
function withoutFields(fields: Record<string, unknown>, paths: (string | null | false)[]) {
  const names = new Set(
    paths.flatMap(path => {
      const steps = path ? stepsOf(path) : []
      return steps.length === 1 ? steps : []
    }),
  )
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== null && !names.has(name)),
  )
}

/**
 * The kind of an event by the names of docs/interface.md, "Events". A service may call it otherwise:
 * both "call.ended" and "CALL_COMPLETED" are a call termination. Unknown names stay unchanged.
 */
function eventKind(value: unknown): string | null {
  const standardKind = WebhookEvent.safeParse(value)
  if (standardKind.success) return standardKind.data
  if (typeof value !== 'string' || value.trim() === '') return null
  const words = nameWords(value)
  if (/\b(missed|unanswered)\b/.test(words)) return 'missed_call_saver'
  if (/\b(ai|data|transcript|transcription|analysis|analyzed|intent)\b/.test(words)) {
    return 'data_event'
  }
  return /\bcall\b.*\b(end|sent|done)\b/.test(words) ? 'call_termination' : value.trim()
}

/** Reason phrases that servers and clients use without a number. */
const PHRASES: [RegExp, number][] = [
  [/^moved permanently$/i, 301],
  [/^(found|moved temporarily)$/i, 302],
  [/^see other$/i, 303],
  [/^not modified$/i, 304],
  [/^temporary redirect$/i, 307],
  [/^permanent redirect$/i, 308],
  [/^bad request$/i, 400],
  [/^unauthori[sz]ed$/i, 401],
  [/^forbidden$/i, 403],
  [/^(page )?not found$/i, 404],
  [/^method not allowed$/i, 405],
  [/^conflict$/i, 409],
  [/^gone$/i, 410],
  [/^(payload|content|request entity) too large$/i, 413],
  [/^unsupported media type$/i, 415],
  [/^unprocessable (entity|content)$/i, 422],
  [/^too many requests$/i, 429],
  [/^internal server error$/i, 500],
  [/^bad gateway$/i, 502],
  [/^service (temporarily )?unavailable$/i, 503],
  [/^gateway time-?out$/i, 504],
]

const NUMBERED = [
  // A number below 200 is rather an error of the system, such as 111 for a refused connection.
  /^[[(]?([2-5]\d\d)[\])]?$/,
  /^[[(]?([1-5]\d\d)[\])]? (?:client|server) error\b/i,
  /^[[(]?([1-5]\d\d)[\])]?[ :,-]+[A-Z][a-z]+(?: [A-Z][a-z-]+){0,3}$/,
  /\bHTTP(?:\/[\d.]+)?(?: (?:error|status|code|response))*[ :]+([1-5]\d\d)\b/i,
  /\bstatus(?: code)?(?: does not indicate success)?[ :=]+\(?([1-5]\d\d)\b/i,
  /\b(?:non-2xx|unexpected|error) (?:status|response|answer)(?: code)?[ :]+([1-5]\d\d)\b/i,
  /\breturned (?:an )?error: \(?([1-5]\d\d)\b/i,
  // Clients of Python, Java, Node and Ruby, whose exception has a name in front.
  /\b(?:client|server) error '([1-5]\d\d)\b/i,
  /\bresponse code ([1-5]\d\d)\b/i,
  /(?:^|: )([1-5]\d\d), message=/,
  /\b(?:[A-Za-z]+Exception[$:]|RestClient::)[A-Za-z]+: \[?([1-5]\d\d)\b/,
  /\b(?:client|server) error: .{0,300}\b(?:resulted in|response)(?: an?)?\W+([1-5]\d\d)\b/i,
]

/** A longer text is a page and not an error. */
const MAX_LENGTH = 2_000

/**
 * The HTTP status that an error text of an HTTP client names, such as "Request failed with status
 * code 503" or "Bad Gateway"; null if it names none.
 */
export function statusInText(text: string): number | null {
  const words = text.slice(0, MAX_LENGTH).trim()
  const phrase = PHRASES.find(([pattern]) => pattern.test(words))
  if (phrase) return phrase[1]
  for (const pattern of NUMBERED) {
    const [, status] = pattern.exec(words) ?? []
    if (status !== undefined) return Number(status)
  }
  return null
}
