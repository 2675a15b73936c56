import type { EventState } from '../../../contract/event-state.ts'
import { FILTERS, type Filter, type StateFilter } from '../event/list/list-search.ts'
import type { ReceiversOfNumbers } from '../receivers/queries/receivers-of-numbers.ts'
import { NO_FAILURES, type StatesOfEvents } from '../replays/states/event-states-query.ts'
import { type EventFacts, eventFacts, factsAfterReplay } from './event-facts.ts'
import { EventOrders } from './event-orders.ts'
import { eventSearch } from './event-search.ts'
import type { EventSort } from './event-sort.ts'
import { type FailureGroup, failureGroups, type GroupBy, repeatedCalls } from './failure-group.ts'
import type { ReadEvent } from './range-load.ts'

type States = StatesOfEvents | undefined

export type Criteria = Partial<Record<Filter, string | undefined>> & {
  searchText: string
  state: StateFilter
  sort: EventSort
}

/** A filter value, and the number of events that it would list; null if that is unknown. */
export type Choice = { value: string; count: number | null }

/** The number of events that each state filter would list, and of those whose state is unknown. */
export type StateCounts = Record<StateFilter | 'unknown', number>

/** The matching events in the requested order, and the counts of the other state filters. */
export type FoundEvents = { events: EventFacts[]; counts: StateCounts }

/** Loaded events with values that are computed once, so that each keystroke only compares them. */
export class EventIndex {
  readonly events: EventFacts[]
  readonly #orders: EventOrders
  #repeatedCalls: ReadonlySet<string> | null = null
  #lastFound: { criteria: Criteria; states: States; found: FoundEvents } | null = null
  #lastGroups: { found: EventFacts[]; by: GroupBy; groups: FailureGroup[] } | null = null

  /**
   * @param receivers the receivers of events that name none
   * @param failures of replays, which are newer than those that the service lists
   * @param before an index of the same events and receivers with other failures
   */
  constructor(
    events: ReadEvent[],
    receivers?: ReceiversOfNumbers,
    failures = NO_FAILURES,
    before?: EventIndex,
  ) {
    this.events = events.map(event => {
      const facts = eventFacts(event, receivers)
      const failure = failures.get(event.event.id)
      return failure === undefined ? facts : factsAfterReplay(facts, failure)
    })
    if (before === undefined) {
      this.#orders = new EventOrders(this.events)
    } else {
      this.#orders = new EventOrders(this.events, before.#orders)
      this.#repeatedCalls = before.#repeatedCalls
    }
  }

  /** The key of an event in URLs. */
  readonly keyOf = (event: EventFacts): string => event.read.key

  /** The event with this key. */
  named(key: string): EventFacts | undefined {
    return this.events.find(({ read }) => read.key === key)
  }

  /** @param states undefined if they are unknown. Events with an unknown state match only "all". */
  find(criteria: Criteria, states: States): FoundEvents {
    const last = this.#lastFound
    if (last !== null && last.states === states && areSame(last.criteria, criteria))
      return last.found
    const found = this.#find(criteria, states)
    this.#lastFound = { criteria, states, found }
    return found
  }

  #find(criteria: Criteria, states: States): FoundEvents {
    const { searchText, state, sort } = criteria
    const all = this.#orders.sorted(sort)
    const filters = FILTERS.filter(filter => criteria[filter] !== undefined)
    const counts: StateCounts = { missing: 0, delivered: 0, handled: 0, unknown: 0, all: 0 }
    const isWhole = searchText.trim() === '' && filters.length === 0
    if (isWhole && states === undefined) {
      const { length } = all
      return {
        events: state === 'all' ? all : [],
        counts: { ...counts, unknown: length, all: length },
      }
    }
    const matches = eventSearch(searchText)
    const events: EventFacts[] = []
    for (const event of all) {
      if (filters.some(filter => event[filter] !== criteria[filter]) || !matches(event)) continue
      const own = filterOfState(states?.get(event.read.event.id))
      counts[own]++
      counts.all++
      if (state === 'all' || state === own) events.push(event)
    }
    return { events, counts }
  }

  groupsOf(found: EventFacts[], by: GroupBy): FailureGroup[] {
    const last = this.#lastGroups
    if (last?.found === found && last.by === by) return last.groups
    this.#repeatedCalls ??= repeatedCalls(this.events)
    const groups = failureGroups(found, this.#repeatedCalls, by)
    this.#lastGroups = { found, by, groups }
    return groups
  }

  /**
   * Computes a part of what may be needed next, which takes some milliseconds. Returns false if nothing
   * is left.
   */
  prepare(): boolean {
    if (this.#repeatedCalls !== null) return this.#orders.prepare()
    this.#repeatedCalls = repeatedCalls(this.events)
    return true
  }

  /**
   * All values of a filter, with the number of events that each would list beside the search, the
   * state and the other filters. The most frequent values come first.
   */
  choicesOf(filter: Filter, criteria: Criteria, states: States): Choice[] {
    const { state } = criteria
    const others = FILTERS.filter(other => other !== filter && criteria[other] !== undefined)
    const matches = eventSearch(criteria.searchText)
    const isKnown = state === 'all' || states !== undefined
    const tallies = new Map<string, { value: string; listed: number; all: number }>()
    for (const event of this.events) {
      const value = event[filter]
      const tally = tallies.get(value) ?? { value, listed: 0, all: 0 }
      if (tally.all === 0) tallies.set(value, tally)
      tally.all++
      if (others.some(other => event[other] !== criteria[other]) || !matches(event)) continue
      if (state !== 'all' && filterOfState(states?.get(event.read.event.id)) !== state) continue
      tally.listed++
    }
    return [...tallies.values()]
      .toSorted((one, other) => other.listed - one.listed || other.all - one.all)
      .map(({ value, listed }) => ({ value, count: isKnown ? listed : null }))
  }
}

/**
 * An event that is being sent or failed again is still missing.
 *
 * @param state as in `StatesOfEvents`
 */
export function filterOfState(
  state: EventState | null | undefined,
): Exclude<StateFilter, 'all'> | 'unknown' {
  if (state === undefined) return 'unknown'
  return state?.state === 'delivered' || state?.state === 'handled' ? state.state : 'missing'
}

function areSame(one: Criteria, other: Criteria): boolean {
  return (
    one.searchText === other.searchText &&
    one.state === other.state &&
    one.sort.column === other.sort.column &&
    one.sort.direction === other.sort.direction &&
    FILTERS.every(filter => one[filter] === other[filter])
  )
}

/**
 * The number of items that are in only one of two lists. Lists of the same length can differ: one
 * item may have left and another one arrived.
 */
export function countDifference<Item>(one: readonly Item[], other: readonly Item[]): number {
  if (one === other) return 0
  const known = new Set(one)
  const inBoth = other.reduce((count, item) => count + (known.has(item) ? 1 : 0), 0)
  return one.length + other.length - 2 * inBoth
}
