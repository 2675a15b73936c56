import { formatNumber } from '../../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { emergencyNumber } from '../phone/emergency-numbers.ts'
import type { ParsedNumber } from '../phone/phone-entry.ts'
import type { Entry } from './use-entries.ts'

/** Whether an entry is sent, or why not. `sent` is one that changes the list. */
export type EntryGroup = 'empty' | 'sent' | 'listed' | 'duplicate' | 'held' | 'invalid'

/** An entry with its validation result: whether it is sent, or has to be fixed or skipped first. */
export type CheckedEntry = Entry &
  Result & {
    /** From 1 on. */
    row: number
  }

type Result = {
  group: EntryGroup
  /** The error of an invalid entry, the doubt about one that is held back, or a note; null for none. */
  about: string | null
  /** Whether it is held back because nobody should block it by mistake. */
  isProtected?: boolean
}

type ListedNumbers = {
  entity: ReadonlySet<string>
  /** The numbers that are blocked for the whole partner; empty if the entity is the partner. */
  partner: ReadonlySet<string>
  /** What each number is that nobody should block by mistake, as far as they are known. */
  guarded?: ReadonlyMap<string, string> | undefined
}

/** @param refused the service's error for each number that was sent */
export function checkEntries(
  entries: Entry[],
  listed: ListedNumbers,
  refused: ReadonlyMap<string, string>,
): CheckedEntry[] {
  const rowOf = new Map<string, number>()
  const resultOf = ({ parsed, included }: Entry, row: number): Result => {
    if (parsed.kind === 'empty') return { group: 'empty', about: null }
    if (parsed.kind !== 'number') return { group: 'invalid', about: parsed.problem }
    const refusal = refused.get(parsed.number)
    if (refusal !== undefined) return { group: 'invalid', about: refusal }
    const first = rowOf.get(parsed.number)
    if (first !== undefined) {
      const about = `Duplicate of number ${formatNumber(first)}. It is sent once.`
      return { group: 'duplicate', about }
    }
    rowOf.set(parsed.number, row)
    return resultOfNumber(parsed, listed, included ?? null)
  }
  return entries.map((entry, index) => {
    return { ...entry, row: index + 1, ...resultOf(entry, index + 1) }
  })
}

/** For the first entry of a number that the service has not refused. */
function resultOfNumber(
  parsed: ParsedNumber,
  listed: ListedNumbers,
  included: string | null,
): Result {
  const { number } = parsed
  if (listed.entity.has(number))
    return { group: 'listed', about: 'Already on the list, so it will be ignored.' }
  if (listed.partner.has(number))
    return { group: 'sent', about: 'Already blocked for the whole partner.' }
  const emergency = emergencyNumber(number)
  const protection = listed.guarded?.get(number) ?? (emergency && `This is ${emergency}.`)
  const doubt = protection ?? parsed.doubt
  // An entry that was included despite another doubt may turn out to be protected.
  if (doubt === null || included === doubt) return { group: 'sent', about: doubt }
  return { group: 'held', about: doubt, isProtected: protection !== undefined }
}

/** What is shown below an entry that has no error: "Will be blocked as +44 20 7946 0958", and notes. */
export type Described = { outcome: string; notes: string[]; isNoted: boolean }

/** @param defaultCountry the name of the chosen country, which no entry repeats */
export function describeResult(
  { parsed, group, about }: CheckedEntry,
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
    outcome: `${group === 'sent' ? 'Will be blocked' : 'Read'} as ${number}`,
    notes: [country, parsed.note, note].filter(each => each !== null),
    isNoted: note !== null,
  }
}

/**
 * The numbers of a change, each once, in the order of their entries. Those that are already listed are among them,
 * because the summary counts them.
 */
export function numbersToSend(entries: CheckedEntry[]): string[] {
  return entries.flatMap(({ parsed, group }) =>
    parsed.kind === 'number' && (group === 'sent' || group === 'listed') ? parsed.number : [],
  )
}

export function countGroup(entries: CheckedEntry[], group: EntryGroup): number {
  return entries.filter(entry => entry.group === group).length
}
