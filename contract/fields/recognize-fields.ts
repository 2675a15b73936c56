import { listOfAttempts } from '../failed-event.ts'
import { jsonInside } from '../text/json-inside.ts'
import { type Choice, chooseField, type FieldRule, isEmpty } from './choose-field.ts'
import {
  ATTEMPT_MEANINGS,
  type AttemptMeaning,
  type FieldMap,
  ITEM_MEANINGS,
  type ItemMeaning,
  PAYLOAD_MEANINGS,
  type PayloadMeaning,
  STANDARD_FIELDS,
} from './field-map.ts'
import { parsePath, valueAt } from './field-path.ts'
import { attemptRules, itemRules } from './item-rules.ts'
import { callIdOf, isLinkToItself, isOfCall } from './misleading-fields.ts'
import { payloadRules } from './payload-rules.ts'
import { isRecord, type SampleField, sampleFields } from './sample-fields.ts'
import { contextOf, type SampleOrigin } from './value-context.ts'

export type RecognizedFields = {
  map: FieldMap
  /** The certainty of each field, from 0 to 1; null for a meaning without a field. */
  confidence: Parts<number | null>
}

/** More items add no information. */
export const MAX_SAMPLE = 100

/**
 * Proposes which field of a service's failed events has which meaning, by names and values. It
 * accepts only a clear winner, because a wrong meaning is worse than none. A field with a name from
 * docs/interface.md has that meaning, unless its values don't fit.
 *
 * @param items as the service lists them
 */
export function recognizeFields(items: unknown[], origin: SampleOrigin): RecognizedFields {
  const sample = items.filter(isRecord).slice(0, MAX_SAMPLE)
  const payloads = sample.map(item => payloadOf(item))
  const hasEnvelope = sample.some(item => 'request_json' in item)
  // The whole item is the payload then, so any other name may belong to the call.
  const itemFields = hasEnvelope
    ? sampleFields(sample, ['request_json'])
    : sampleFields(sample).filter(({ path }) => path === STANDARD_FIELDS.item.failed_at)
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
        (!isOfCall(field, callIds) && !isLinkToItself(field, outside)),
    ),
  )
  const attempts = list === undefined ? [] : attemptsOf(sample, list)
  const attempt = chooseAll(
    ATTEMPT_MEANINGS,
    attemptRules(context),
    STANDARD_FIELDS.attempt,
    sampleFields(attempts),
  )
  const chosen = { item, attempt, payload: { ...payload, call_id: callId } }
  return {
    map: { ...partsOf(chosen, choice => choice?.path ?? null), day_first: context.dayFirst },
    confidence: partsOf(chosen, choice => choice?.confidence ?? null),
  }
}

type Parts<Value> = {
  item: Record<ItemMeaning, Value>
  attempt: Record<AttemptMeaning, Value>
  payload: Record<PayloadMeaning, Value>
}

function partsOf<From, To>(parts: Parts<From>, convert: (value: From) => To): Parts<To> {
  return {
    item: each(ITEM_MEANINGS, meaning => convert(parts.item[meaning])),
    attempt: each(ATTEMPT_MEANINGS, meaning => convert(parts.attempt[meaning])),
    payload: each(PAYLOAD_MEANINGS, meaning => convert(parts.payload[meaning])),
  }
}

/**
 * Adds the fields of other items to the known fields. A new field replaces a known one that these
 * items don't have, because the service may have changed.
 */
export function mergeFields(known: FieldMap, found: FieldMap, items: unknown[]): FieldMap {
  const sample = items.filter(isRecord)
  const payloads = sample.map(payloadOf)
  const merged = <Meaning extends string>(
    meanings: readonly Meaning[],
    [before, now]: [Record<Meaning, string | null>, Record<Meaning, string | null>],
    values: unknown[],
  ) => each(meanings, meaning => (isIn(values, before[meaning]) ? before[meaning] : now[meaning]))
  const item = merged(ITEM_MEANINGS, [known.item, found.item], sample)
  const attempts = item.attempts === null ? [] : attemptsOf(sample, item.attempts)
  return {
    item,
    attempt: merged(ATTEMPT_MEANINGS, [known.attempt, found.attempt], attempts),
    payload: merged(PAYLOAD_MEANINGS, [known.payload, found.payload], payloads),
    day_first: found.day_first ?? known.day_first,
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

/** A field can have only one meaning, so the meaning with the higher certainty gets it. */
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
    const rival = meanings.some(
      other =>
        other !== meaning &&
        chosen[other]?.path === choice?.path &&
        (chosen[other]?.confidence ?? 0) > (choice?.confidence ?? 0),
    )
    return rival ? null : choice
  })
}

/** One fitting value is enough, because the name also matches. */
function standardChoice(
  field: SampleField,
  { fits, fitsStandard = fits, isNone }: FieldRule,
): Choice | null {
  const present = field.values.filter(value => !isEmpty(value) && !isNone?.(value))
  return present.some(fitsStandard) ? { path: field.path, confidence: 1 } : null
}

function attemptsOf(sample: unknown[], path: string): unknown[] {
  const steps = parsePath(path) ?? []
  return sample.flatMap(item => {
    const list = valueAt(item, steps)
    const attempts = list === undefined ? [] : listOfAttempts(list)
    return Array.isArray(attempts) ? attempts.slice(-3) : []
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

/** A service that stores JSON as text sends a string. */
function payloadOf(item: Record<string, unknown>): unknown {
  const payload = 'request_json' in item ? item.request_json : item
  return typeof payload === 'string' ? (jsonInside(payload) ?? payload) : payload
}
