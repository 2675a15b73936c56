import { formatNumber } from '../../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { emergencyNumber } from '../phone/emergency-numbers.ts'
import type { ParsedEntry, ParsedNumber, ParsedText } from '../phone/phone-entry.ts'

/** Whether an entry is sent, or why not. `sent` is one that changes the list. */
type EntryGroup = 'empty' | 'sent' | 'listed' | 'duplicate' | 'held' | 'invalid'

/** The validation result of an entry: whether it is sent, or has to be fixed or skipped first. */
export type ValidationResult = {
  parsed: ParsedEntry
  group: EntryGroup
  /** The error of an invalid entry, the doubt about one that is held back, or a note; null for none. */
  about: string | null
  /** What is remembered when a person includes an entry that is held back. */
  inclusion: string
  /** Whether it is held back because nobody should block it by mistake. */
  isProtected: boolean
}

export type ListedNumbers = {
  entity: ReadonlySet<string>
  /** The numbers that are blocked for the whole partner; empty if the entity is the partner. */
  partner: ReadonlySet<string>
  /** What each number is that nobody should block by mistake, as far as they are known. */
  guarded?: ReadonlyMap<string, string> | undefined
}

/**
 * Returns one validation result for each entry to block.
 *
 * @param refused the service's error for each number that was sent
 * @param included what a person has included despite a doubt, as `inclusion` says
 */
export function validateEntries(
  entries: ParsedText[],
  listed: ListedNumbers,
  refused: ReadonlyMap<string, string>,
  included: ReadonlySet<string>,
): ValidationResult[] {
  const rowOf = new Map<string, number>()
  const resultOf = ({ text, parsed }: ParsedText, index: number): Result => {
    if (parsed.kind === 'empty') return { group: 'empty', about: null }
    if (parsed.kind !== 'number') return { group: 'invalid', about: parsed.problem }
    const refusal = refused.get(parsed.number)
    if (refusal !== undefined) return { group: 'invalid', about: refusal }
    const row = rowOf.get(parsed.number)
    if (row !== undefined) {
      const about = `Duplicate of number ${formatNumber(row)}. It is sent once.`
      return { group: 'duplicate', about }
    }
    rowOf.set(parsed.number, index + 1)
    return resultOfNumber(text, parsed, listed, included)
  }
  return entries.map((entry, index) => ({
    parsed: entry.parsed,
    inclusion: entry.text,
    isProtected: false,
    ...resultOf(entry, index),
  }))
}

type Result = Pick<ValidationResult, 'group' | 'about'> & Partial<ValidationResult>

/** For the first entry of a number that the service has not refused. */
function resultOfNumber(
  text: string,
  parsed: ParsedNumber,
  listed: ListedNumbers,
  included: ReadonlySet<string>,
): Result {
  const { number } = parsed
  if (listed.entity.has(number))
    return { group: 'listed', about: 'Already on the list, so it will be ignored.' }
  if (listed.partner.has(number))
    return { group: 'sent', about: 'Already blocked for the whole partner.' }
  const protection = listed.guarded?.get(number) ?? emergencyDoubt(number)
  const isProtected = protection !== undefined
  const doubt = protection ?? findDoubt(parsed)
  // An entry that was included despite another doubt may turn out to be protected.
  const inclusion = isProtected ? `protected ${number}` : text
  if (doubt === null || included.has(inclusion)) return { group: 'sent', about: doubt }
  return { group: 'held', about: doubt, inclusion, isProtected }
}

function emergencyDoubt(number: string): string | undefined {
  const what = emergencyNumber(number)
  return what && `This is ${what}.`
}

function findDoubt(parsed: ParsedNumber): string | null {
  if (!parsed.isUsual) return `Doesn’t look like a number of ${parsed.country}: is it complete?`
  return parsed.isForeign
    ? `Looks like a number of another country (${parsed.country}), but has no +.`
    : null
}

/** What is shown below an entry that has no error: "Sent as +44 20 7946 0958", and notes. */
export type Described = { outcome: string; notes: string[]; isNoted: boolean }

/** @param defaultCountry the name of the chosen country, which no entry repeats */
export function describeResult(
  { parsed, group, about }: ValidationResult,
  defaultCountry: string | undefined,
): Described | null {
  if (parsed.kind !== 'number') return null
  const number = formatPhoneNumber(parsed.number)
  if (group === 'held') {
    const notes = about === null ? [] : [about]
    return { outcome: `Held back · ${number}`, notes, isNoted: true }
  }
  const country = parsed.country === defaultCountry ? null : parsed.country
  // The error of an entry that is being edited is not shown.
  const note = group === 'invalid' ? null : about
  return {
    outcome: `${isSent(group) ? 'Sent' : 'Read'} as ${number}`,
    notes: [country, parsed.note, note].filter(each => each !== null),
    isNoted: note !== null,
  }
}

/** Why a person should look at an entry. */
export type Concern = 'wrong' | 'held' | 'noted'

export function concernOf({ group, about }: ValidationResult): Concern | null {
  if (group === 'invalid') return 'wrong'
  if (group === 'held') return 'held'
  return about === null ? null : 'noted'
}

/** The numbers that are sent, each once, in the order of their entries. */
export function numbersToSend(results: ValidationResult[]): string[] {
  return results.flatMap(({ parsed, group }) =>
    parsed.kind === 'number' && isSent(group) ? parsed.number : [],
  )
}

/** The service ignores numbers that are listed, and the summary counts them. */
export function isSent(group: EntryGroup): boolean {
  return group === 'sent' || group === 'listed'
}

export function countGroup(results: ValidationResult[], group: EntryGroup): number {
  return results.filter(result => result.group === group).length
}
