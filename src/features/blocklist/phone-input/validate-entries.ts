import type { ParsedEntry, ParsedText } from '../phone/phone-entry.ts'
import * as messages from './messages.ts'

/** What becomes of an entry. `sent` is one that changes the list. */
type EntryGroup = 'empty' | 'sent' | 'listed' | 'notListed' | 'duplicate' | 'held' | 'invalid'

/** The validation result of an entry: whether it is sent, or has to be fixed or skipped first. */
export type ValidationResult = {
  parsed: ParsedEntry
  /** The error; null if there is none. */
  problem: string | null
  /** Why it is held back until a person includes it; null if there is no doubt. */
  doubt: string | null
  /** Whether the doubt is that the number is one of the account's own tracking numbers. */
  isOwn: boolean
  /** Notes about a valid entry. */
  notes: string[]
  /** The number that it sends; null if it sends none or another entry sends the same. */
  sends: string | null
  group: EntryGroup
}

export type ListedNumbers = {
  /** The numbers that are blocked for the entity. */
  entity: ReadonlySet<string>
  /** The numbers that are blocked for the whole partner; empty if the entity is the partner. */
  partner: ReadonlySet<string>
  /** The account's own tracking numbers, with their companies, as far as they are known. */
  own?: ReadonlyMap<string, string | null>
}

/**
 * Returns one validation result for each entry.
 *
 * @param refused the service's error for each number that was sent
 * @param included what a person has included despite a doubt, as `inclusionOf` returns it
 */
export function validateEntries(
  entries: ParsedText[],
  listed: ListedNumbers,
  refused: ReadonlyMap<string, string>,
  included: ReadonlySet<string> | 'all',
): ValidationResult[] {
  const firstOf = new Map<string, number>()
  return entries.map(({ text, parsed }, index) => {
    const nothing = {
      parsed,
      doubt: null,
      isOwn: false,
      notes: [],
      sends: null,
      group: 'invalid' as const,
    }
    if (parsed.kind === 'empty') return { ...nothing, problem: null, group: 'empty' }
    if (parsed.kind !== 'number') return { ...nothing, problem: parsed.problem }
    const { number } = parsed
    const problem = refused.get(number) ?? null
    const first = firstOf.get(number)
    if (first !== undefined) {
      const notes = [messages.duplicateOf(first + 1)]
      return { ...nothing, problem, notes, group: problem === null ? 'duplicate' : 'invalid' }
    }
    firstOf.set(number, index)
    const notes: string[] = []
    const isListed = listed.entity.has(number) || listed.partner.has(number)
    if (listed.entity.has(number)) notes.push(messages.alreadyListed)
    else if (isListed) notes.push(messages.blockedForPartner)
    const isOwn = !isListed && listed.own?.has(number) === true
    const doubted = isListed
      ? null
      : isOwn
        ? messages.ownNumber(listed.own?.get(number) ?? null)
        : findDoubt(parsed)
    const isIncluded = () =>
      included === 'all' || included.has(inclusionOf(text, isOwn ? number : null))
    const isHeld = doubted !== null && problem === null && !isIncluded()
    if (doubted !== null && !isHeld) notes.push(doubted)
    if (problem !== null) return { ...nothing, problem, notes }
    if (isHeld) return { ...nothing, problem, doubt: doubted, isOwn, notes, group: 'held' }
    const group = listed.entity.has(number) ? 'listed' : 'sent'
    return { ...nothing, problem, notes, sends: number, group }
  })
}

function findDoubt(parsed: ParsedEntry & { kind: 'number' }): string | null {
  if (!parsed.isUsual) return messages.looksIncomplete(parsed.country)
  return parsed.isForeign ? messages.looksForeign(parsed.country) : null
}

/**
 * What is remembered when a person includes an entry: its text, or its tracking number. An entry that was
 * included despite another doubt is still held back if it turns out to be a tracking number.
 */
export function inclusionOf(text: string, own: string | null): string {
  return own === null ? text : `tracking number ${own}`
}

/** The tracking number of an entry that is held back because it is one; otherwise null. */
export function ownNumberOf({ isOwn, parsed }: ValidationResult): string | null {
  return isOwn && parsed.kind === 'number' ? parsed.number : null
}

/** Like `validateEntries`, for numbers to unblock. Numbers that are not on the list are ignored. */
export function validateUnblock(
  entries: ParsedText[],
  listed: ReadonlySet<string>,
  refused: ReadonlyMap<string, string>,
): ValidationResult[] {
  const nothing = { entity: new Set<string>(), partner: new Set<string>() }
  return validateEntries(entries, nothing, refused, 'all').map(result => {
    const { sends } = result
    if (sends === null) return result
    // It is on the list, so it needs no check.
    if (listed.has(sends)) return { ...result, notes: [] }
    return { ...result, sends: null, notes: [messages.notListed], group: 'notListed' }
  })
}

/** The indexes of entries that a person should check. */
export type EntriesToLookAt = { wrong: number[]; held: number[]; noted: number[] }

export type ShownEntries = 'all' | keyof EntriesToLookAt

export function entriesToLookAt(results: ValidationResult[]): EntriesToLookAt {
  const places: EntriesToLookAt = { wrong: [], held: [], noted: [] }
  for (const [index, { problem, doubt, notes }] of results.entries()) {
    if (problem !== null) places.wrong.push(index)
    else if (doubt !== null) places.held.push(index)
    else if (notes.length > 0) places.noted.push(index)
  }
  return places
}

/** The numbers that are sent, each once, in the order of their entries. */
export function numbersToSend(results: ValidationResult[]): string[] {
  return results.flatMap(({ sends }) => sends ?? [])
}

export function countGroup(results: ValidationResult[], group: EntryGroup): number {
  return results.filter(result => result.group === group).length
}
