import type { EventFacts } from './event-facts.ts'
import { folded } from './folded.ts'
import { readSort, type Sort } from './sort.ts'

const COLUMNS = ['failed_at', 'company', 'caller', 'cause', 'receiver'] as const
export type EventColumn = (typeof COLUMNS)[number]
export type EventSort = Sort<EventColumn>

/** Newest first, where the address says nothing. */
export function readEventSort(text: string | undefined): EventSort {
  return readSort(text, COLUMNS, { column: 'failed_at', direction: 'descending' })
}

/** Alike ones stay in the order that they are in; those without a value come last. */
export function sortedEvents(events: EventFacts[], { column, direction }: EventSort): EventFacts[] {
  const values = events.map(VALUES[column])
  const distinct = [...new Set(values)].filter(value => value !== null).toSorted(compare)
  if (direction === 'descending') distinct.reverse()
  const ranks = new Map<string | number | null, number>(
    distinct.map((value, rank) => [value, rank]),
  )
  // Rank and place in one number each: sorting those takes a fraction of the time.
  const keys = Float64Array.from(
    values,
    (value, place) => (ranks.get(value) ?? distinct.length) * events.length + place,
  ).sort()
  return Array.from(keys, key => events[key % events.length]).filter(event => event !== undefined)
}

const VALUES: Record<EventColumn, (event: EventFacts) => string | number | null> = {
  failed_at: event => event.at,
  company: event => folded(event.company),
  caller: event => event.caller,
  cause: event => event.cause,
  receiver: event => event.receiver,
}

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0
}
