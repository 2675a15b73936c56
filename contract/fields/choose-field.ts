import { isKnownName } from './name-words.ts'
import type { SampleField } from './sample-fields.ts'

/** How to recognise the field with one meaning. Names are in the words of name-words.ts, with all parents. */
export type FieldRule = {
  fits: (value: unknown) => boolean
  /** The same for the field with the standard name. Default: `fits`. */
  fitsStandard?: (value: unknown) => boolean
  /** Whether a value means "none". null, undefined and "" always do. */
  isNone?: (value: unknown) => boolean
  /** The best name first. */
  names: RegExp[]
  /**
   * Names that come after all others. They count only if no field with an unknown name also fits, because
   * that could be the better one.
   */
  weakNames?: RegExp[]
  /** Whether a field is as doubtful as one with a weak name, and comes after all others. */
  isWeak?: (field: SampleField) => boolean
  /** Names with another meaning, whatever else they contain. */
  excludedNames?: RegExp
  /** Whether each item has a different value. */
  isUnique?: boolean
  /** Whether the values of another fitting field make the best field doubtful. */
  isAmbiguousWith?: (best: SampleField, other: SampleField) => boolean
  /** If no field clearly has the meaning, the best of these names has it, and one fitting value is enough. */
  otherwise?: Pick<FieldRule, 'fits' | 'names'>
}

export type Choice = { path: string; isWeak: boolean }

/** The one field that clearly has the meaning; null if there is none or there are several, unless the rule says otherwise. */
export function chooseField(fields: SampleField[], rule: FieldRule): Choice | null {
  const allowed = fields.filter(({ words }) => !rule.excludedNames?.test(words))
  return clearChoice(allowed, rule) ?? otherChoice(allowed, rule)
}

function otherChoice(fields: SampleField[], { otherwise }: FieldRule): Choice | null {
  if (otherwise === undefined) return null
  const [best] = ranked(
    fields.filter(({ values }) => values.some(otherwise.fits)),
    otherwise,
  )
  return best ? { path: best.field.path, isWeak: true } : null
}

function clearChoice(fields: SampleField[], rule: FieldRule): Choice | null {
  const fitting = fields.filter(field => isFitting(field, rule))
  const [best, ...named] = ranked(fitting, rule)
  if (best === undefined) return null
  const isRivalled = named.some(
    ({ field, rank }) =>
      rank === best.rank &&
      field.depth <= best.field.depth &&
      !isInside(best.field, field) &&
      !isInside(field, best.field) &&
      !isSameEverywhere(field, best.field),
  )
  const isDoubtful = fitting.some(
    field =>
      field !== best.field &&
      ((best.isWeak && !isKnownName(field.words) && !isSameEverywhere(field, best.field)) ||
        rule.isAmbiguousWith?.(best.field, field)),
  )
  if (isRivalled || isDoubtful) return null
  return { path: best.field.path, isWeak: best.isWeak }
}

function ranked(fields: SampleField[], rule: Omit<FieldRule, 'fits'>) {
  return fields
    .flatMap(field => rankOf(field, rule) ?? [])
    .sort((one, other) => one.rank - other.rank || one.field.depth - other.field.depth)
}

/** The best fields have the lowest rank; null if the name says nothing. */
function rankOf(field: SampleField, { names, weakNames = [], isWeak }: Omit<FieldRule, 'fits'>) {
  const all = [...names, ...weakNames]
  const index = all.findIndex(name => name.test(field.words))
  if (index === -1) return null
  const isLast = isWeak?.(field) === true
  return {
    field,
    rank: isLast ? index + all.length : index,
    isWeak: isLast || index >= names.length,
  }
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

/** An object and the name in it have the same meaning. */
function isInside(inner: SampleField, outer: SampleField): boolean {
  return inner.path.startsWith(`${outer.path}.`)
}

function isSameEverywhere(one: SampleField, other: SampleField): boolean {
  return one.values.every((value, index) => plain(value) === plain(other.values[index]))
}

/** Compares text, so that 7 and "7" are equal. Lists may be nested too deeply to be serialised. */
export function plain(value: unknown): unknown {
  return typeof value === 'object' ? value : String(value)
}
