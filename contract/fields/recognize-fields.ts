import { listOfAttempts, payloadParts, webhookNameOf } from '../failed-event.ts'
import { isRecord } from '../text/json-inside.ts'
import { type Choice, chooseField, type FieldRule, isEmpty, plain } from './choose-field.ts'
import {
  ATTEMPT_MEANINGS,
  type FieldMap,
  ITEM_MEANINGS,
  PAYLOAD_MEANINGS,
  type PayloadMeaning,
  STANDARD_FIELDS,
} from './field-map.ts'
import { parsePath, valueAt } from './field-path.ts'
import { contextOf, hostsIn, isAtService, isWebAddress, type SampleOrigin } from './field-values.ts'
import { attemptRules, itemRules } from './item-rules.ts'
import { nameWords } from './name-words.ts'
import { payloadRules } from './payload-rules.ts'
import { type SampleField, sampleFields } from './sample-fields.ts'

export type RecognizedFields = {
  map: FieldMap
  /** The meanings of the item, of an attempt and of the payload whose fields have a weak name. */
  uncertain: Record<'item' | 'attempt' | 'payload', string[]>
}

/** More items add no information. */
export const MAX_SAMPLE = 100

/** How many of an item's attempts are read: the last ones. */
const RECOGNIZED_ATTEMPTS = 3

/**
 * Proposes which field of a service's failed events has which meaning, by names and values. It
 * accepts only a clear winner, because a wrong meaning is worse than none. A field with a name from
 * docs/interface.md has that meaning, unless its values don't fit.
 *
 * @param items as the service lists them
 */
export function recognizeFields(items: unknown[], origin: SampleOrigin): RecognizedFields {
  const sample = items.filter(isRecord).slice(0, MAX_SAMPLE)
  const payloads = sample.map(payloadOf)
  const allFields = sampleFields(sample, ['request_json'])
  // Otherwise the whole item is the payload, so any other name may belong to the call.
  const itemFields = sample.some(item => payloadParts(item).isEnvelope)
    ? allFields
    : allFields.filter(({ path }) => path === STANDARD_FIELDS.item.failed_at)
  const payloadFields = sampleFields(payloads.filter(isRecord))
  const context = contextOf(origin, [...itemFields, ...payloadFields])

  const payload = chooseAll(
    PAYLOAD_MEANINGS,
    payloadRules(context),
    speaksInterface(payloadFields)
      ? STANDARD_FIELDS.payload
      : { ...STANDARD_FIELDS.payload, contact: null },
    payloadFields,
  )
  const callId = callIdOf(payload, payloadRules(context).call_id, payloadFields)

  const callIds = payloadFields.find(({ path }) => path === callId?.path)?.values
  const rules = itemRules(context)
  const list = chooseAll(['attempts'], rules, STANDARD_FIELDS.item, itemFields).attempts?.path
  const webhook = sample.map(webhookNameOf).find(name => name !== null)
  const isOfWebhook = ({ path }: SampleField) => path.startsWith(`${webhook}.`)
  const outside = itemFields.filter(
    ({ path }) => list === undefined || !path.startsWith(`${list}[`),
  )
  const standardNames = new Set<string | null>(Object.values(STANDARD_FIELDS.item))
  const item = chooseAll(
    ITEM_MEANINGS,
    rules,
    STANDARD_FIELDS.item,
    outside.filter(
      field =>
        standardNames.has(field.path) ||
        (!isOfWebhook(field) &&
          !isOfCall(field, callIds) &&
          !isLinkToItself(field, outside, rules.id, origin.service)),
    ),
  )
  // The ids, times and states in it are those of the webhook, and not of the delivery.
  const ofWebhook: Partial<typeof item> = chooseAll(
    ['event', 'receiver'],
    rules,
    { event: null, receiver: null },
    outside.filter(isOfWebhook),
  )
  const attempts = list === undefined ? [] : attemptsOf(sample, list, RECOGNIZED_ATTEMPTS)
  item.receiver ??= ofWebhook.receiver ?? receiverOfAttempts(itemFields, list, rules.receiver)
  const attempt = chooseAll(
    ATTEMPT_MEANINGS,
    attemptRules(context),
    STANDARD_FIELDS.attempt,
    sampleFields(attempts),
  )
  const meanings = { ...payload, call_id: callId }
  // A payload without any clear field of a call is about something else.
  const isCall = PAYLOAD_MEANINGS.some(meaning => meanings[meaning]?.isWeak === false)
  const call = each(PAYLOAD_MEANINGS, meaning => (isCall ? meanings[meaning] : null))
  return {
    map: {
      item: each(ITEM_MEANINGS, meaning => (item[meaning] ?? ofWebhook[meaning])?.path ?? null),
      attempt: each(ATTEMPT_MEANINGS, meaning => attempt[meaning]?.path ?? null),
      payload: each(PAYLOAD_MEANINGS, meaning => call[meaning]?.path ?? null),
      day_first: context.dayFirst,
    },
    uncertain: {
      item: ITEM_MEANINGS.filter(meaning => item[meaning]?.isWeak),
      attempt: ATTEMPT_MEANINGS.filter(meaning => attempt[meaning]?.isWeak),
      payload: PAYLOAD_MEANINGS.filter(meaning => call[meaning]?.isWeak),
    },
  }
}

/**
 * Adds the fields of other items to the known fields. A new field replaces a known one that these
 * items don't have, because the service may have changed.
 */
export function mergeFields(current: FieldMap, latest: FieldMap, items: unknown[]): FieldMap {
  const sample = items.filter(isRecord)
  const payloads = sample.map(payloadOf)
  const merged = <Meaning extends string>(
    meanings: readonly Meaning[],
    [before, now]: [Record<Meaning, string | null>, Record<Meaning, string | null>],
    values: unknown[],
  ) => each(meanings, meaning => (isIn(values, before[meaning]) ? before[meaning] : now[meaning]))
  const item = merged(ITEM_MEANINGS, [current.item, latest.item], sample)
  const attempts = attemptsOf(sample, item.attempts, RECOGNIZED_ATTEMPTS)
  return {
    item,
    attempt: merged(ATTEMPT_MEANINGS, [current.attempt, latest.attempt], attempts),
    payload: merged(PAYLOAD_MEANINGS, [current.payload, latest.payload], payloads),
    day_first: latest.day_first ?? current.day_first,
  }
}

function isIn(values: unknown[], path: string | null): boolean {
  const steps = path === null ? null : parsePath(path)
  return steps !== null && values.some(value => valueAt(value, steps) !== undefined)
}

/** Only the interface calls the agent a contact. Other services call the caller that. */
function speaksInterface(fields: SampleField[]): boolean {
  const names = PAYLOAD_MEANINGS.filter(
    name => name !== 'contact' && fields.some(({ path }) => path === name),
  )
  return names.length >= 3
}

/** The URL of the attempts, unless an item has attempts with several: one may be for failures only. */
function receiverOfAttempts(
  fields: SampleField[],
  list: string | undefined,
  rule: FieldRule,
): Choice | null {
  const inside = fields.filter(({ path }) => path.startsWith(`${list}[-1].`))
  const chosen = chooseField(inside, rule)
  const steps = parsePath(chosen?.path.slice(`${list}[-1].`.length) ?? '')
  const lists = fields.find(({ path }) => path === list)?.values ?? []
  const hasSeveral = lists.some(
    attempts =>
      Array.isArray(attempts) &&
      new Set(attempts.map(attempt => plain(valueAt(attempt, steps ?? [])))).size > 1,
  )
  return hasSeveral ? null : chosen
}

/** A field can have only one meaning, so a meaning with a strong name gets it. */
function chooseAll<Meaning extends string>(
  meanings: readonly Meaning[],
  rules: Record<Meaning, FieldRule>,
  standard: Record<Meaning, string | null>,
  fields: SampleField[],
): Record<Meaning, Choice | null> {
  const chosen = each(meanings, meaning => {
    const rule = rules[meaning]
    const own = fields.find(field => field.path === standard[meaning])
    return (own && standardChoice(own, rule)) ?? chooseField(fields, rule)
  })
  return each(meanings, meaning => {
    const choice = chosen[meaning]
    const hasRival =
      choice?.isWeak &&
      meanings.some(other => chosen[other]?.path === choice.path && !chosen[other].isWeak)
    return hasRival ? null : choice
  })
}

/** One fitting value is enough, because the name also matches. */
function standardChoice(
  field: SampleField,
  { fits, fitsStandard = fits, isNone }: FieldRule,
): Choice | null {
  const present = field.values.filter(value => !isEmpty(value) && !isNone?.(value))
  return present.some(fitsStandard) ? { path: field.path, isWeak: false } : null
}

/** The attempts of each item, or only the last ones. */
export function attemptsOf(
  sample: unknown[],
  path: string | null,
  count = Number.POSITIVE_INFINITY,
): unknown[] {
  const steps = path === null ? null : parsePath(path)
  if (steps === null) return []
  return sample.flatMap(item => {
    const list = valueAt(item, steps)
    const attempts = list === undefined ? [] : listOfAttempts(list)
    return Array.isArray(attempts) ? attempts.slice(-count) : []
  })
}

function each<Meaning extends string, Value>(
  meanings: readonly Meaning[],
  find: (meaning: Meaning) => Value,
): Record<Meaning, Value> {
  return Object.fromEntries(meanings.map(meaning => [meaning, find(meaning)])) as Record<
    Meaning,
    Value
  >
}

/** The payload, or the part of an item that has its call. */
export function payloadOf(item: Record<string, unknown>): unknown {
  return payloadParts(item).call
}

/** The id of the call, copied from the payload. Several events may have it. */
function isOfCall({ path, values }: SampleField, callIds: unknown[] | undefined): boolean {
  if (path === 'id' || callIds === undefined) return false
  return values.every((value, index) => !isEmpty(value) && plain(value) === plain(callIds[index]))
}

/** The names of receivers. Their URLs may end in anything, such as the id of a customer or of the event. */
const RECEIVER = /\b(target|callback|webhook|endpoint|request|to)\b/

/**
 * A URL of the service itself that ends in the id of the item. Only a field that differs in each of several
 * items is an id: all events of a customer have the customer's reference. A URL at another host is a receiver. If
 * the service's own host is unknown, a URL that ends in a company, a state or a count may still be one.
 */
function isLinkToItself(
  { values, words }: SampleField,
  fields: SampleField[],
  id: FieldRule,
  service: string | undefined,
): boolean {
  if (RECEIVER.test(words) || values.length < MIN_ITEMS) return false
  if (!values.every(isWebAddress) || hostsIn(values) > 1) return false
  const isAtOwn = isAtService(values[0], service)
  if (isAtOwn === false) return false
  return fields.some(
    ({ values: ids, words: name }) =>
      ids !== values &&
      (isAtOwn || !id.excludedNames?.test(name)) &&
      new Set(ids.map(plain)).size === ids.length &&
      ids.every((id, index) => {
        const text = typeof id === 'string' || typeof id === 'number' ? String(id) : ''
        return text !== '' && String(values[index]).endsWith(`/${text}`)
      }),
  )
}

const MIN_ITEMS = 2

/** An id outside the object with the call belongs to the envelope around it. */
function callIdOf(
  { call_id: chosen, recording_url: _, ...others }: Record<PayloadMeaning, Choice | null>,
  rule: FieldRule,
  fields: SampleField[],
): Choice | null {
  if (chosen === null) return null
  if (/\bcall\b/.test(fields.find(({ path }) => path === chosen.path)?.words ?? '')) return chosen
  const call = Object.values(others).flatMap(choice => (choice === null ? [] : [choice.path]))
  const objects = new Set(
    call.map(path => {
      // A number or a name may be in its own object, such as `from.number`.
      const isPart = /^(name|number( number)?|url)$/.test(
        nameWords(path.slice(path.lastIndexOf('.') + 1)),
      )
      return isPart ? objectOf(objectOf(path)) : objectOf(path)
    }),
  )
  if (objects.has(objectOf(chosen.path))) return chosen
  const within = fields.filter(({ path }) => objects.has(objectOf(path)))
  return chooseField(
    within.map(field => ({ ...field, words: field.name })),
    rule,
  )
}

/** The path of the object that contains a field; "" for the payload itself. */
function objectOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')))
}
