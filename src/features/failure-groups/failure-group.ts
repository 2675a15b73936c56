import type { EventFacts } from './event-facts.ts'

/** The events that one receiver failed to take in for one cause. */
export type FailureGroup = {
  /** Its host and path. */
  receiver: string
  /** In words. */
  cause: string
  events: EventFacts[]
  /** When the first and the last of them failed, in ms since 1970; null where that isn't told. */
  first: number | null
  last: number | null
  /** How many calls they are about, of those that are told. */
  calls: number
  /** Their companies, most events first. */
  companies: string[]
}

export function failureGroups(events: EventFacts[]): FailureGroup[] {
  const byReceiver = new Map<string, Map<string, EventFacts[]>>()
  for (const event of events) {
    const byCause = byReceiver.get(event.receiver) ?? new Map<string, EventFacts[]>()
    byReceiver.set(event.receiver, byCause)
    const group = byCause.get(event.cause)
    if (group) group.push(event)
    else byCause.set(event.cause, [event])
  }
  return [...byReceiver].flatMap(([receiver, byCause]) =>
    Array.from(byCause, ([cause, members]) => groupOf(receiver, cause, members)),
  )
}

function groupOf(receiver: string, cause: string, events: EventFacts[]): FailureGroup {
  let first: number | null = null
  let last: number | null = null
  const calls = new Set<string>()
  const companies = new Map<string, number>()
  for (const { at, callId, company } of events) {
    if (at !== null && (first === null || at < first)) first = at
    if (at !== null && (last === null || at > last)) last = at
    if (callId !== null) calls.add(callId)
    companies.set(company, (companies.get(company) ?? 0) + 1)
  }
  return {
    receiver,
    cause,
    events,
    first,
    last,
    calls: calls.size,
    companies: [...companies].toSorted((one, other) => other[1] - one[1]).map(([name]) => name),
  }
}
