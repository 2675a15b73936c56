import type { EventFacts } from './event-facts.ts'

/** The events that one receiver failed to take in for one cause. */
export type FailureGroup = {
  /** Its host and path. */
  receiver: string
  /** In words. */
  cause: string
  events: EventFacts[]
  /** When the first and the last of them failed, in ms since 1970; null if it is unknown. */
  first: number | null
  last: number | null
  /** How many different calls they are about, as far as these are known. */
  calls: number
  /** Their companies, most events first. */
  companies: string[]
}

/** @param repeated `repeatedCalls` of these events, or of more */
export function failureGroups(events: EventFacts[], repeated: ReadonlySet<string>): FailureGroup[] {
  const byReceiver = new Map<string, Map<string, EventFacts[]>>()
  for (const event of events) {
    const byCause = byReceiver.get(event.receiver) ?? new Map<string, EventFacts[]>()
    byReceiver.set(event.receiver, byCause)
    const group = byCause.get(event.cause)
    if (group) group.push(event)
    else byCause.set(event.cause, [event])
  }
  return [...byReceiver].flatMap(([receiver, byCause]) =>
    Array.from(byCause, ([cause, members]) =>
      groupOf({ receiver, cause, events: members }, repeated),
    ),
  )
}

/**
 * The calls that more than one event is about. Most have one, and need not be told from each other
 * again with each grouping.
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

type Members = Pick<FailureGroup, 'receiver' | 'cause' | 'events'>

function groupOf(members: Members, repeated: ReadonlySet<string>): FailureGroup {
  let first: number | null = null
  let last: number | null = null
  let single = 0
  const others = new Set<string>()
  const companies = new Map<string, number>()
  for (const { at, callId, company } of members.events) {
    if (at !== null && (first === null || at < first)) first = at
    if (at !== null && (last === null || at > last)) last = at
    if (callId !== null && repeated.has(callId)) others.add(callId)
    else if (callId !== null) single++
    companies.set(company, (companies.get(company) ?? 0) + 1)
  }
  return {
    ...members,
    first,
    last,
    calls: single + others.size,
    companies: [...companies].toSorted((one, other) => other[1] - one[1]).map(([name]) => name),
  }
}
