import { isKnownName } from './name-words.ts'
import type { SampleField } from './sample-fields.ts'

/** How to recognise the field with one meaning. */
export type FieldRule = {
  /** Whether a value can have the meaning. */
  fits: (value: unknown) => boolean
  /** The same for the field with the standard name. Default: `fits`. */
  fitsStandard?: (value: unknown) => boolean
  /** Whether a value means "none". null, undefined and "" always do. */
  isNone?: (value: unknown) => boolean
  /** Names in English words, including all parents, and the certainty of each: 1 is certain. */
  names: [RegExp, number][]
  /** Names with another meaning, whatever else they contain. */
  excludedNames?: RegExp
  /** Whether each item has a different value. */
  isUnique?: boolean
  /**
   * A name with less certainty counts only if no field with an unknown name also fits, because that
   * could be the better one.
   */
  certainFrom: number
  /** Whether the values of another fitting field make the best field doubtful. */
  isAmbiguousWith?: (best: SampleField, other: SampleField) => boolean
  /** Lowers or raises the certainty of a field by its values. */
  weigh?: (field: SampleField) => number
}

export type Choice = { path: string; confidence: number }

/** Two fields with a smaller difference in certainty are equally likely. */
const CLEAR = 0.02

/** The one field that clearly has the meaning; null if there is none or there are several. */
export function chooseField(fields: SampleField[], rule: FieldRule): Choice | null {
  const fitting = fields.filter(field => isFitting(field, rule))
  const scored = fitting
    .map(field => ({ field, score: scoreOf(field, rule) }))
    .sort((one, other) => other.score - one.score || one.field.depth - other.field.depth)
  const [best, ...others] = scored
  if (best === undefined || best.score === 0) return null
  const rival = others.find(
    ({ field, score }) =>
      best.score - score < CLEAR &&
      field.depth <= best.field.depth &&
      !isInside(best.field, field) &&
      !isInside(field, best.field) &&
      !isSameEverywhere(field, best.field),
  )
  if (rival !== undefined) return null
  const isDoubtful =
    best.score < rule.certainFrom &&
    others.some(
      ({ field }) =>
        !isKnownName(field.words) && isOpen(field, rule) && !isSameEverywhere(field, best.field),
    )
  const isAmbiguous = others.some(
    ({ field }) => isOpen(field, rule) && rule.isAmbiguousWith?.(best.field, field),
  )
  return isDoubtful || isAmbiguous ? null : { path: best.field.path, confidence: best.score }
}

function isOpen(field: SampleField, { excludedNames }: FieldRule): boolean {
  return excludedNames === undefined || !excludedNames.test(field.words)
}

/**
 * A service has odd events, such as one whose error is a page in HTML. They don't decide what a field means
 * in all the others.
 */
const MIN_SHARE = 0.8

function isFitting({ values }: SampleField, { fits, isNone, isUnique }: FieldRule): boolean {
  const present = values.filter(value => !isEmpty(value) && !isNone?.(value))
  const fitting = present.filter(fits)
  if (fitting.length === 0) return false
  // An event without an id, or with that of another one, would be replayed as another event.
  if (isUnique) {
    const ids = new Set(present.map(plain))
    return fitting.length === values.length && ids.size === present.length
  }
  return fitting.length / present.length >= MIN_SHARE
}

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function scoreOf(field: SampleField, rule: FieldRule): number {
  if (!isOpen(field, rule)) return 0
  const score = rule.names.find(([pattern]) => pattern.test(field.words))?.[1] ?? 0
  return score === 0 ? 0 : Math.min(1, Math.max(0, score + (rule.weigh?.(field) ?? 0)))
}

/** An object and the name in it have the same meaning. */
function isInside(inner: SampleField, outer: SampleField): boolean {
  return inner.path.startsWith(`${outer.path}.`)
}

function isSameEverywhere(one: SampleField, other: SampleField): boolean {
  return one.values.every((value, index) => plain(value) === plain(other.values[index]))
}

/** As text, so that 7 and "7" are equal. Lists may be nested too deeply to be serialised. */
export function plain(value: unknown): unknown {
  return typeof value === 'object' ? value : String(value)
}
