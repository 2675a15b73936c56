import type { EventFacts } from './event-facts.ts'

/** What the events of a group have in common. */
export const GROUP_BY = ['receiver', 'company', 'cause'] as const
export type GroupBy = (typeof GROUP_BY)[number]

/** Events that failed at one receiver, for one company or for one cause. */
export type FailureGroup = {
  by: GroupBy
  /** The receiver's host and path, the company's name or the cause in words. */
  name: string
  events: EventFacts[]
  /** When the first and the last of them failed, in ms since 1970; null if it is unknown. */
  first: number | null
  last: number | null
  /** How many different calls they are about, as far as these are known. */
  calls: number
  /** Their companies, causes and receivers, each with the most frequent first. */
  companies: string[]
  causes: string[]
  receivers: string[]
}

/** @param repeated `repeatedCalls` of these events, or of more */
export function failureGroups(
  events: EventFacts[],
  repeated: ReadonlySet<string>,
  by: GroupBy = 'receiver',
): FailureGroup[] {
  const byName = new Map<string, EventFacts[]>()
  for (const event of events) {
    const members = byName.get(event[by])
    if (members) members.push(event)
    else byName.set(event[by], [event])
  }
  return Array.from(byName, ([name, members]) => groupOf({ by, name, events: members }, repeated))
}

/**
 * The calls that more than one event is about. Most calls have one event, and need not be counted
 * apart each time events are grouped.
 */
export function repeatedCalls(events: EventFacts[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { callId } of events) {
    if (callId === null) continue
    if (seen.has(callId)) repeated.add(callId)
    else seen.add(callId)
  }
  return repeated
}

type Members = Pick<FailureGroup, 'by' | 'name' | 'events'>

function groupOf(members: Members, repeated: ReadonlySet<string>): FailureGroup {
  let first: number | null = null
  let last: number | null = null
  let single = 0
  const others = new Set<string>()
  const [companies, causes, receivers] = [new Tally(), new Tally(), new Tally()]
  for (const { at, callId, company, cause, receiver } of members.events) {
    if (at !== null && (first === null || at < first)) first = at
    if (at !== null && (last === null || at > last)) last = at
    if (callId !== null && repeated.has(callId)) others.add(callId)
    else if (callId !== null) single++
    companies.add(company)
    causes.add(cause)
    receivers.add(receiver)
  }
  return {
    ...members,
    first,
    last,
    calls: single + others.size,
    companies: companies.names(),
    causes: causes.names(),
    receivers: receivers.names(),
  }
}

/** Counts names. */
class Tally {
  readonly #counts = new Map<string, number>()

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  /** The most frequent first. */
  names(): string[] {
    return [...this.#counts].toSorted((one, other) => other[1] - one[1]).map(([name]) => name)
  }
}
