import type { TimeReading } from '../time/foreign-time.ts'
import type { FieldRule } from './field-rules.ts'
import { isEmpty, plain } from './field-values.ts'
import { isKnownName } from './name-words.ts'
import type { SampleField } from './sample-fields.ts'

/**
 * The path of the field with a meaning: the one with the best name, and of several with the same name the one in the
 * fewest objects. If two are equally good and have different values, none of them has the meaning.
 */
export function chooseField(
  fields: SampleField[],
  rule: FieldRule,
  reading: TimeReading,
): string | null {
  const [best, ...others] = fields
    .flatMap(field => {
      const match = matchOf(field, rule)
      return match !== null && isFitting(field, rule, reading) ? [{ field, ...match }] : []
    })
    .sort((one, other) => one.rank - other.rank || one.field.depth - other.field.depth)
  if (best === undefined) return null
  const isTied = others.some(
    ({ field, rank }) =>
      rank === best.rank && field.depth === best.field.depth && !hasSameValues(field, best.field),
  )
  const isDoubtful =
    (best.isLastResort || (best.isInVagueObject && !rule.isLenient)) &&
    fields.some(
      field =>
        !isKnownName(field.name) &&
        isFitting(field, rule, reading) &&
        !hasSameValues(field, best.field),
    )
  return isTied || isDoubtful ? null : best.field.path
}

type NameMatch = {
  /** The position of the name in the rule. */
  rank: number
  isLastResort: boolean
  /** Whether it is in an object whose name says nothing, because it is unknown or one of `VAGUE`. */
  isInVagueObject: boolean
}

/** Names of objects that may contain anything. */
const VAGUE = new Set('result event message detail log delivery'.split(' '))

/** Which name of the rule a field has; null if it has none. */
export function matchOf({ words, name }: SampleField, rule: FieldRule): NameMatch | null {
  const { ranks, clearNames, optional } = compiled(rule)
  let rank = ranks.get(withoutWords(words, optional))
  const isInVagueObject = rank === undefined
  if (isInVagueObject && !rule.isUnique) {
    const outer = words.slice(0, -name.length).split(' ')
    const telling = outer.filter(word => isKnownName(word) && !VAGUE.has(word))
    rank = ranks.get(withoutWords([...telling, name].join(' '), optional))
  }
  return rank === undefined ? null : { rank, isLastResort: rank >= clearNames, isInVagueObject }
}

type CompiledRule = { ranks: Map<string, number>; clearNames: number; optional: Set<string> }

const cache = new Map<FieldRule, CompiledRule>()

function compiled(rule: FieldRule): CompiledRule {
  let result = cache.get(rule)
  if (result === undefined) {
    const optional = new Set(rule.optional?.split(' '))
    const namesIn = (list = '') => list.split(/,\s*/).map(name => withoutWords(name, optional))
    const names = namesIn(rule.names)
    const ranks = new Map<string, number>()
    for (const name of [...names, ...namesIn(rule.lastResort)]) {
      if (!ranks.has(name)) ranks.set(name, ranks.size)
    }
    result = { ranks, clearNames: new Set(names).size, optional }
    cache.set(rule, result)
  }
  return result
}

/** A name without optional and repeated words. If all its words are optional, the last one counts. */
function withoutWords(name: string, optional: Set<string>): string {
  const words = [...new Set(name.trim().split(' '))]
  return words.filter(word => !optional.has(word)).join(' ') || (words.at(-1) ?? '')
}

/**
 * A service has odd events, such as one whose error is a page in HTML. They don't decide what a field means
 * in all the others.
 */
const MIN_SHARE = 0.8

export function isFitting(
  { values }: SampleField,
  { fits, isNone, isUnique, isLenient }: FieldRule,
  reading: TimeReading,
): boolean {
  const present = values.filter(value => !isEmpty(value) && !isNone?.(value))
  const fitting = present.filter(value => fits(value, reading))
  if (fitting.length === 0) return false
  // An event without an id, or with that of another one, would be replayed as another event.
  if (isUnique) {
    const ids = new Set(present.map(plain))
    return fitting.length === values.length && ids.size === present.length
  }
  return isLenient === true || fitting.length / present.length >= MIN_SHARE
}

function hasSameValues(one: SampleField, other: SampleField): boolean {
  return one.values.every((value, index) => plain(value) === plain(other.values[index]))
}
