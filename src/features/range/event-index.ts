import type { EventState } from '../../../contract/event-state.ts'
import { FILTERS, type Filter, type StateFilter } from '../event/list/list-search.ts'
import type { ReceiversOfNumbers } from '../receivers/queries/receivers-of-numbers.ts'
import { NO_FAILURES, type StatesOfEvents } from '../replays/states/event-states-query.ts'
import { type EventFacts, eventFacts, factsAfterReplay } from './event-facts.ts'
import { EventOrders } from './event-orders.ts'
import { eventSearch } from './event-search.ts'
import { type EventSort, readEventSort } from './event-sort.ts'
import {
  type FailureGroup,
  failureGroups,
  GROUP_BY,
  type GroupBy,
  groupNames,
  repeatedCalls,
} from './failure-group.ts'
import type { ReadEvent } from './range-load.ts'

type States = StatesOfEvents | undefined

/** The number of groups whose names are computed in advance. More of them are rarely visible. */
const MAX_GROUPS_PREPARED = 20

export type Criteria = Partial<Record<Filter, string | undefined>> & {
  searchText: string
  state: StateFilter
  /** Otherwise all matching events are listed if none of them is in the state. */
  isStateChosen: boolean
  sort: EventSort
}

/**
 * A filter value, and the number of events that it would list; null if that is unknown. If none of
 * them is in the state, `isOther` says that it would list those in other states.
 */
export type Choice = { value: string; count: number | null; isOther?: true | undefined }

/** The number of events that each state filter would list, and of those whose state is unknown. */
export type StateCounts = Record<StateFilter | 'unknown', number>

/**
 * The matching events in the requested order, the state filter that lists them, and the counts of all
 * state filters.
 */
export type FoundEvents = { events: EventFacts[]; state: StateFilter; counts: StateCounts }

/** Loaded events with values that are computed once, so that each keystroke only compares them. */
export class EventIndex {
  readonly events: EventFacts[]
  readonly #orders: EventOrders
  #repeatedCalls: ReadonlySet<string> | null = null
  #lastFound: { criteria: Criteria; states: States; found: FoundEvents } | null = null
  #lastCounts: { states: States; counts: StateCounts } | null = null
  readonly #groups = new WeakMap<EventFacts[], Map<GroupBy, FailureGroup[]>>()

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
    const isWhole = searchText.trim() === '' && filters.length === 0
    if (isWhole && (state === 'all' || states === undefined)) {
      return { events: state === 'all' ? all : [], state, counts: this.#countAll(states) }
    }
    const counts = noCounts()
    const matches = eventSearch(searchText)
    const events: EventFacts[] = []
    for (const event of all) {
      if (filters.some(filter => event[filter] !== criteria[filter]) || !matches(event)) continue
      const own = filterOfState(states?.get(event.read.event.id))
      counts[own]++
      counts.all++
      if (state === 'all' || state === own) events.push(event)
    }
    const isEmpty = events.length === 0 && counts.all > 0 && counts.unknown === 0
    if (isEmpty && !criteria.isStateChosen) return this.#find({ ...criteria, state: 'all' }, states)
    return { events, state, counts }
  }

  /** The counts of all events, regardless of the search and the filters. */
  #countAll(states: States): StateCounts {
    const last = this.#lastCounts
    if (last !== null && last.states === states) return last.counts
    const counts = noCounts()
    for (const event of this.events) counts[filterOfState(states?.get(event.read.event.id))]++
    counts.all = this.events.length
    this.#lastCounts = { states, counts }
    return counts
  }

  groupsOf(found: EventFacts[], by: GroupBy): FailureGroup[] {
    this.#repeatedCalls ??= repeatedCalls(this.events)
    const known = this.#groups.get(found) ?? new Map<GroupBy, FailureGroup[]>()
    const groups = known.get(by) ?? failureGroups(found, this.#repeatedCalls, by)
    this.#groups.set(found, known.set(by, groups))
    return groups
  }

  /**
   * Computes a part of what may be needed next, which takes some milliseconds. Returns false if nothing
   * is left.
   */
  prepare(): boolean {
    if (this.#repeatedCalls === null) this.#repeatedCalls = repeatedCalls(this.events)
    else if (!this.#prepareGroups()) return this.#orders.prepare()
    return true
  }

  /** Groups all events by one more property. Returns false if nothing is left. */
  #prepareGroups(): boolean {
    const all = this.#orders.sorted(readEventSort(undefined))
    const known = this.#groups.get(all)
    const by = GROUP_BY.find(one => !known?.has(one))
    if (by === undefined) return false
    this.groupsOf(all, by)
      .toSorted((one, other) => other.events.length - one.events.length)
      .slice(0, MAX_GROUPS_PREPARED)
      .forEach(groupNames)
    return true
  }

  /**
   * All values of a filter, with the number of events that each would list together with the search, the
   * state and the other filters. The most frequent values come first.
   */
  choicesOf(filter: Filter, criteria: Criteria, states: States): Choice[] {
    const { state, isStateChosen } = criteria
    const others = FILTERS.filter(other => other !== filter && criteria[other] !== undefined)
    const matches = eventSearch(criteria.searchText)
    const isKnown = state === 'all' || states !== undefined
    const tallies = new Map<string, Tally>()
    for (const event of this.events) {
      const value = event[filter]
      const tally = tallies.get(value) ?? { value, listed: 0, matching: 0, unknown: 0, all: 0 }
      if (tally.all === 0) tallies.set(value, tally)
      tally.all++
      if (others.some(other => event[other] !== criteria[other]) || !matches(event)) continue
      tally.matching++
      const own = filterOfState(states?.get(event.read.event.id))
      if (own === 'unknown') tally.unknown++
      if (state === 'all' || state === own) tally.listed++
    }
    const isOther = ({ listed, matching, unknown }: Tally) =>
      !isStateChosen && listed === 0 && matching > 0 && unknown === 0
    return [...tallies.values()]
      .toSorted(
        (one, other) =>
          other.listed - one.listed || other.matching - one.matching || other.all - one.all,
      )
      .map(tally => ({
        value: tally.value,
        count: isKnown ? (isOther(tally) ? tally.matching : tally.listed) : null,
        isOther: isOther(tally) || undefined,
      }))
  }
}

/** The events with a value of a filter: those listed, all that match, those of unknown state, and all. */
type Tally = { value: string; listed: number; matching: number; unknown: number; all: number }

function noCounts(): StateCounts {
  return { missing: 0, delivered: 0, handled: 0, unknown: 0, all: 0 }
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
    one.isStateChosen === other.isStateChosen &&
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
