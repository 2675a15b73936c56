import { formatNumber } from '../../../format/numbers.ts'
import type { EntryReading } from '../phone/phone-entry.ts'

/** What becomes of an entry: it's sent, or it has to be put right or left out first. */
export type EntryVerdict = {
  reading: EntryReading
  /** What is wrong with it; null where nothing is. */
  problem: string | null
  /** Why it's held back until a person includes it; null where nothing is in doubt. */
  doubt: string | null
  /** What is worth knowing of one that is right. */
  notes: string[]
  /** The number that it sends; null where it sends none, or another entry sends the same. */
  sends: string | null
}

export type ListedNumbers = {
  /** On the list of the entity. */
  entity: ReadonlySet<string>
  /** Blocked for the whole partner; empty where the entity is the partner. */
  partner: ReadonlySet<string>
}

/**
 * One verdict for each reading.
 *
 * @param refused what the service said of a number that it was sent
 * @param isIncluded whether a person has included the entry at a place, in spite of a doubt
 */
export function entryVerdicts(
  readings: EntryReading[],
  listed: ListedNumbers,
  refused: ReadonlyMap<string, string>,
  isIncluded: (place: number) => boolean = () => false,
): EntryVerdict[] {
  const firstOf = new Map<string, number>()
  return readings.map((reading, index) => {
    const nothing = { reading, doubt: null, notes: [], sends: null }
    if (reading.kind === 'empty') return { ...nothing, problem: null }
    if (reading.kind !== 'number') return { ...nothing, problem: reading.problem }
    const { number } = reading
    const problem = refused.get(number) ?? null
    const first = firstOf.get(number)
    if (first !== undefined) {
      const notes = [`The same as number ${formatNumber(first + 1)}: sent once.`]
      return { ...nothing, problem, notes }
    }
    firstOf.set(number, index)
    const notes: string[] = []
    const isListed = listed.entity.has(number) || listed.partner.has(number)
    if (listed.entity.has(number)) notes.push('On the list already, so it will be ignored.')
    else if (isListed) notes.push('Already blocked for the whole partner.')
    const doubted = isListed ? null : doubtOf(reading)
    const isHeld = doubted !== null && problem === null && !isIncluded(index)
    if (doubted !== null && !isHeld) notes.push(doubted)
    const sends = problem === null && !isHeld ? number : null
    return { reading, problem, doubt: isHeld ? doubted : null, notes, sends }
  })
}

function doubtOf(reading: EntryReading & { kind: 'number' }): string | null {
  if (!reading.isUsual) return `Doesn’t look like a number of ${reading.country}: is it complete?`
  return reading.isForeign
    ? `Looks like a number of another country (${reading.country}), but has no +.`
    : null
}

/** As `entryVerdicts`, where the numbers are to be unblocked: what isn't on the list is left alone. */
export function unblockVerdicts(
  readings: EntryReading[],
  listed: ReadonlySet<string>,
): EntryVerdict[] {
  const nothing = { entity: new Set<string>(), partner: new Set<string>() }
  return entryVerdicts(readings, nothing, new Map(), () => true).map(verdict => {
    const { sends } = verdict
    if (sends === null) return verdict
    // However odd it looks, it's on the list.
    if (listed.has(sends)) return { ...verdict, notes: [] }
    return { ...verdict, sends: null, notes: ['Not on this list, so it is left alone.'] }
  })
}

/** The places of entries that a person should look at. */
export type EntriesToLookAt = { wrong: number[]; held: number[]; noted: number[] }

export function entriesToLookAt(verdicts: EntryVerdict[]): EntriesToLookAt {
  const places: EntriesToLookAt = { wrong: [], held: [], noted: [] }
  for (const [index, { problem, doubt, notes }] of verdicts.entries()) {
    if (problem !== null) places.wrong.push(index)
    else if (doubt !== null) places.held.push(index)
    else if (notes.length > 0) places.noted.push(index)
  }
  return places
}

/** The numbers that are sent, each once, in the order of their entries. */
export function numbersToSend(verdicts: EntryVerdict[]): string[] {
  return verdicts.flatMap(({ sends }) => sends ?? [])
}
