import { codedNames, type EventFacts } from './event-facts.ts'

/** The common property of the events of a group. */
export const GROUP_BY = ['receiver', 'company', 'cause'] as const
export type GroupBy = (typeof GROUP_BY)[number]

/** Events that failed at one receiver, for one company or for one cause. */
export type FailureGroup = {
  by: GroupBy
  /** The receiver's host and path, the company's name, or the cause as text. */
  name: string
  events: EventFacts[]
  /** When the first and the last event failed, in ms since 1970; null if unknown. */
  first: number | null
  last: number | null
  /** The number of different known calls. */
  calls: number
}

/** @param repeated `repeatedCalls` of at least these events */
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
 * The calls with more than one event. Most calls have one event, so they need no separate count each
 * time events are grouped.
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
  for (const { at, callId } of members.events) {
    if (at !== null && (first === null || at < first)) first = at
    if (at !== null && (last === null || at > last)) last = at
    if (callId !== null && repeated.has(callId)) others.add(callId)
    else if (callId !== null) single++
  }
  return { ...members, first, last, calls: single + others.size }
}

/** The companies, causes and receivers of a group, most frequent first. */
export type GroupNames = { companies: string[]; causes: string[]; receivers: string[] }

const known = new WeakMap<EventFacts[], GroupNames>()

/** Computed only for visible groups, because it takes longer than everything else. */
export function groupNames({ events }: Pick<FailureGroup, 'events'>): GroupNames {
  const names = known.get(events) ?? {
    companies: mostFrequent(events, 'company'),
    causes: mostFrequent(events, 'cause'),
    receivers: mostFrequent(events, 'receiver'),
  }
  known.set(events, names)
  return names
}

/** Counting by numbers is ten times faster than counting by names. */
function mostFrequent(events: EventFacts[], by: GroupBy): string[] {
  const counts = new Uint32Array(codedNames())
  const names: { name: string; code: number }[] = []
  for (const event of events) {
    const code = event.codes[by]
    if (counts[code] === 0) names.push({ name: event[by], code })
    counts[code] = (counts[code] ?? 0) + 1
  }
  return names
    .toSorted((one, other) => (counts[other.code] ?? 0) - (counts[one.code] ?? 0))
    .map(({ name }) => name)
}
