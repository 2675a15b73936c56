import type { EntryReading } from './phone-entry.ts'

/** What becomes of an entry: it's sent, or it has to be put right or left out first. */
export type EntryVerdict = {
  reading: EntryReading
  /** What is wrong with it; null where nothing is. */
  problem: string | null
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
 */
export function entryVerdicts(
  readings: EntryReading[],
  listed: ListedNumbers,
  refused: ReadonlyMap<string, string>,
): EntryVerdict[] {
  const firstOf = new Map<string, number>()
  return readings.map((reading, index) => {
    if (reading.kind === 'empty') return { reading, problem: null, notes: [], sends: null }
    if (reading.kind !== 'number') {
      return { reading, problem: reading.problem, notes: [], sends: null }
    }
    const { number } = reading
    const problem = refused.get(number) ?? null
    const first = firstOf.get(number)
    if (first !== undefined) {
      const notes = [`The same as number ${(first + 1).toLocaleString('en')}: sent once.`]
      return { reading, problem, notes, sends: null }
    }
    firstOf.set(number, index)
    const notes: string[] = []
    if (listed.entity.has(number)) notes.push('On the list already, so it will be ignored.')
    else if (listed.partner.has(number)) notes.push('Already blocked for the whole partner.')
    else if (!reading.isUsual) {
      notes.push(`Doesn’t look like a number of ${reading.country}: is it complete?`)
    }
    return { reading, problem, notes, sends: problem === null ? number : null }
  })
}

/** As `entryVerdicts`, where the numbers are to be unblocked: what isn't on the list is left alone. */
export function unblockVerdicts(
  readings: EntryReading[],
  listed: ReadonlySet<string>,
): EntryVerdict[] {
  const nothing = { entity: new Set<string>(), partner: new Set<string>() }
  return entryVerdicts(readings, nothing, new Map()).map(verdict => {
    const { sends } = verdict
    if (sends === null) return verdict
    // However odd it looks, it's on the list.
    if (listed.has(sends)) return { ...verdict, notes: [] }
    return { ...verdict, sends: null, notes: ['Not on this list, so it is left alone.'] }
  })
}

/** The places of the entries that are wrong, and of those of which something is worth knowing. */
export function entriesToLookAt(verdicts: EntryVerdict[]): { wrong: number[]; noted: number[] } {
  const wrong: number[] = []
  const noted: number[] = []
  for (const [index, { problem, notes }] of verdicts.entries()) {
    if (problem !== null) wrong.push(index)
    else if (notes.length > 0) noted.push(index)
  }
  return { wrong, noted }
}

/** The numbers that are sent, each once, in the order of their entries. */
export function numbersToSend(verdicts: EntryVerdict[]): string[] {
  return verdicts.flatMap(({ sends }) => sends ?? [])
}
