import { listOfAttempts, payloadParts, webhookNameOf } from '../failed-event.ts'
import { isRecord } from '../text/json-inside.ts'
import { foreignTime, type TimeReading } from '../time/foreign-time.ts'
import { startOfDay } from '../time/stamp.ts'
import { chooseField, isFitting, matchOf } from './choose-field.ts'
import { type FieldMap, PAYLOAD_MEANINGS, STANDARD_FIELDS } from './field-map.ts'
import { fieldAt } from './field-path.ts'
import { ATTEMPT_RULES, type FieldRule, ITEM_RULES, PAYLOAD_RULES } from './field-rules.ts'
import { isEmpty, isWebAddress, plain } from './field-values.ts'
import { isKnownName } from './name-words.ts'
import { type SampleField, sampleFields } from './sample-fields.ts'

export type SampleOrigin = {
  /** The time zone of times without one. */
  zone: string
  /** The requested days, without to_date; null if they are unknown. */
  range: { from_date: string; to_date: string } | null
  /** The URL of the service, if it is known. */
  service?: string | undefined
}

/** More items add no information. */
export const MAX_SAMPLE = 100

/** How many of an item's attempts are read: the last ones. */
const RECOGNIZED_ATTEMPTS = 3

/**
 * Proposes which field of a service's failed events has which meaning, by the rules of field-rules.ts. It accepts only
 * a clear winner, because a wrong meaning is worse than none.
 *
 * @param items as the service lists them
 */
export function recognizeFields(items: unknown[], origin: SampleOrigin): FieldMap {
  const sample = items.filter(isRecord).slice(0, MAX_SAMPLE)
  const allFields = sampleFields(sample, ['request_json'])
  // Otherwise the whole item is the payload, so any other name may belong to the call.
  const itemFields = sample.some(item => payloadParts(item).isEnvelope)
    ? allFields
    : allFields.filter(({ path }) => path === STANDARD_FIELDS.item.failed_at)
  const payloadFields = sampleFields(sample.map(payloadOf).filter(isRecord))
  const day_first = dayFirstOf([...itemFields, ...payloadFields], origin)
  const reading = { zone: origin.zone, dayFirst: day_first }
  const payload = callFields(payloadFields, reading)
  const item = deliveryFields(
    itemFields.filter(field => !isCopiedId(field, payload.call_id, payloadFields)),
    sample,
    origin.service,
    reading,
  )
  const attempts = sampleFields(attemptsOf(sample, item.attempts, RECOGNIZED_ATTEMPTS))
  item.receiver ??= receiverOfAttempts(sample, item.attempts, attempts, reading)
  const attempt = chooseAll(ATTEMPT_RULES, STANDARD_FIELDS.attempt, attempts, reading)
  return { item, attempt, payload, day_first }
}

/** The fields of the call. */
function callFields(fields: SampleField[], reading: TimeReading): FieldMap['payload'] {
  // Only the interface calls the agent a contact. Other services call the caller that.
  const standardNames = PAYLOAD_MEANINGS.filter(
    name => name !== 'contact' && fields.some(({ path }) => path === name),
  )
  const contact = standardNames.length >= 3 ? STANDARD_FIELDS.payload.contact : null
  const standard = { ...STANDARD_FIELDS.payload, contact }
  const call = chooseAll(PAYLOAD_RULES, standard, fields, reading)
  // An id in another object may be that of the envelope around the call.
  const objects = [call.call_start_stamp, call.call_end_stamp, call.call_duration].map(objectOf)
  const ids = fields.filter(
    ({ path, words }) => /\bcall\b/.test(words) || objects.includes(objectOf(path)),
  )
  call.call_id = chooseOne(PAYLOAD_RULES.call_id, standard.call_id, ids, reading)
  const isCall = PAYLOAD_MEANINGS.some(meaning =>
    fields.some(
      field =>
        field.path === call[meaning] &&
        matchOf(field, PAYLOAD_RULES[meaning])?.isLastResort === false,
    ),
  )
  // A payload without any clear field of a call is about something else.
  return isCall ? call : forEach(call, () => null)
}

/** The path of the object that contains a field; "" for the payload itself, and null if there is no field. */
function objectOf(path: string | null): string | null {
  return path === null ? null : path.slice(0, Math.max(0, path.lastIndexOf('.')))
}

/** The fields of the item that are about its delivery. */
function deliveryFields(
  fields: SampleField[],
  sample: Record<string, unknown>[],
  service: string | undefined,
  reading: TimeReading,
): FieldMap['item'] {
  const choose = (among: SampleField[]) =>
    chooseAll(ITEM_RULES, STANDARD_FIELDS.item, among, reading)
  const { attempts } = choose(fields)
  const webhook = sample.map(webhookNameOf).find(name => name !== null)
  const inWebhook = fields.filter(({ path }) => path.startsWith(`${webhook}.`))
  const ids = fields.filter(
    field =>
      (matchOf(field, ITEM_RULES.id) !== null || !isKnownName(field.words)) &&
      isFitting(field, ITEM_RULES.id, reading),
  )
  const item = choose(
    fields.filter(
      field =>
        !field.path.startsWith(`${attempts}[`) &&
        !inWebhook.includes(field) &&
        !isLinkToItself(field, ids, service),
    ),
  )
  // The object about the webhook has its own ids, times and states, not the delivery's.
  item.event ??= chooseField(inWebhook, ITEM_RULES.event, reading)
  item.receiver ??= chooseField(inWebhook, ITEM_RULES.receiver, reading)
  return item
}

/** The id of the call, copied from the payload. Several events may have it. */
function isCopiedId(
  { path, values }: SampleField,
  callId: string | null,
  payloadFields: SampleField[],
): boolean {
  const ids = payloadFields.find(field => field.path === callId)?.values
  if (path === STANDARD_FIELDS.item.id || ids === undefined) return false
  return values.every((value, index) => !isEmpty(value) && plain(value) === plain(ids[index]))
}

/**
 * A URL of the service itself, such as https://api.example/v1/deliveries/7. If the host of the service is unknown, a
 * URL that ends in what may be the id of its item is one, unless its name says that it is a receiver.
 */
function isLinkToItself(
  { values, words }: SampleField,
  ids: SampleField[],
  service: string | undefined,
): boolean {
  const urls = values.filter(value => !isEmpty(value))
  const isReceiver = /\b(target|callback|webhook|endpoint|request|to)\b/.test(words)
  if (isReceiver || !urls.every(isWebAddress)) return false
  const endsIn = (id: SampleField) =>
    values.every((value, index) => isEmpty(value) || String(value).endsWith(`/${id.values[index]}`))
  return isAtService(urls[0], service) ?? ids.some(endsIn)
}

/** "co.za": domains of different owners end in it. */
const COUNTRY_SUFFIX = /\.(?:ac|com?|edu|gov|net|org|web)\.[a-z]{2}$/

/**
 * Whether a URL is at the service itself: on its host, or another one of its domain, such as "app.calls.example" for
 * "api.calls.example". Returns null if the service has no public name, because its links may have one.
 */
function isAtService(value: unknown, service: string | undefined): boolean | null {
  const own = URL.parse(service ?? '')?.hostname ?? ''
  const labels = own.split('.')
  if (!/\.[a-z][a-z\d-]+$/.test(own) || /\.(?:internal|local|lan)$/.test(own)) return null
  const host = URL.parse(String(value).trim())?.hostname ?? ''
  const shortest = COUNTRY_SUFFIX.test(own) ? 3 : 2
  const domain = labels.length > shortest ? labels.slice(1).join('.') : own
  return host === domain || host.endsWith(`.${domain}`)
}

/** The URL of the attempts, unless an item has attempts with several: one may be for failures only. */
function receiverOfAttempts(
  sample: unknown[],
  list: string | null,
  attemptFields: SampleField[],
  reading: TimeReading,
): string | null {
  const path = chooseField(attemptFields, ITEM_RULES.receiver, reading)
  if (path === null) return null
  const urlsOf = (item: unknown) => attemptsOf([item], list).map(one => plain(fieldAt(one, path)))
  const hasSeveral = sample.some(item => new Set(urlsOf(item)).size > 1)
  return hasSeveral ? null : `${list}[-1].${path}`
}

function chooseAll<Meaning extends string>(
  rules: Record<Meaning, FieldRule>,
  standard: Record<Meaning, string | null>,
  fields: SampleField[],
  reading: TimeReading,
): Record<Meaning, string | null> {
  return forEach(rules, (rule, meaning) => chooseOne(rule, standard[meaning], fields, reading))
}

/** A field with the name of docs/interface.md has that meaning if one of its values fits. */
function chooseOne(
  rule: FieldRule,
  standard: string | null,
  fields: SampleField[],
  reading: TimeReading,
): string | null {
  const own = fields.find(({ path }) => path === standard)
  const isStandard = own && isFitting(own, { ...rule, isLenient: true, isUnique: false }, reading)
  return isStandard ? own.path : chooseField(fields, rule, reading)
}

/**
 * Adds the fields of other items to the known fields. A new field replaces a known one that these
 * items don't have, because the service may have changed.
 */
export function mergeFields(current: FieldMap, latest: FieldMap, items: unknown[]): FieldMap {
  const sample = items.filter(isRecord)
  const merged = <Meaning extends string>(
    before: Record<Meaning, string | null>,
    now: Record<Meaning, string | null>,
    values: unknown[],
  ) =>
    forEach(now, (path, meaning) => {
      const isThere = values.some(value => fieldAt(value, before[meaning]) !== undefined)
      return isThere ? before[meaning] : path
    })
  const item = merged(current.item, latest.item, sample)
  return {
    item,
    attempt: merged(
      current.attempt,
      latest.attempt,
      attemptsOf(sample, item.attempts, RECOGNIZED_ATTEMPTS),
    ),
    payload: merged(current.payload, latest.payload, sample.map(payloadOf)),
    day_first: latest.day_first ?? current.day_first,
  }
}

function forEach<Meaning extends string, From, To>(
  record: Record<Meaning, From>,
  to: (value: From, meaning: Meaning) => To,
): Record<Meaning, To> {
  const entries = Object.entries(record) as [Meaning, From][]
  return Object.fromEntries(
    entries.map(([meaning, value]) => [meaning, to(value, meaning)]),
  ) as Record<Meaning, To>
}

/** The attempts of each item, or only the last ones. */
export function attemptsOf(
  sample: unknown[],
  path: string | null,
  count = Number.POSITIVE_INFINITY,
): unknown[] {
  return sample.flatMap(item => {
    const list = fieldAt(item, path)
    const attempts = list === undefined ? [] : listOfAttempts(list)
    return Array.isArray(attempts) ? attempts.slice(-count) : []
  })
}

/** The payload, or the part of an item that has its call. */
export function payloadOf(item: Record<string, unknown>): unknown {
  return payloadParts(item).call
}

const SLASHED = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}/

/** Whether dates such as 02/11/2026 begin with the day. A part above 12 decides, or the range. */
function dayFirstOf(fields: SampleField[], { zone, range }: SampleOrigin): boolean | null {
  const dates = fields
    .flatMap(({ values }) => values)
    .filter((value): value is string => typeof value === 'string' && SLASHED.test(value))
  const parts = dates.map(date => SLASHED.exec(date)?.slice(1).map(Number) ?? [])
  const isDayFirst = parts.some(([first = 0]) => first > 12)
  const isMonthFirst = parts.some(([, second = 0]) => second > 12)
  if (isDayFirst !== isMonthFirst) return isDayFirst
  if (isDayFirst || range === null || dates.length === 0) return null
  const from = startOfDay(range.from_date, zone).getTime()
  const to = startOfDay(range.to_date, zone).getTime()
  const [asDays, asMonths] = [true, false].map(dayFirst =>
    dates.every(date => {
      const time = foreignTime(date, { zone, dayFirst })
      return time !== null && time >= from && time < to
    }),
  )
  return asDays === asMonths ? null : asDays === true
}
