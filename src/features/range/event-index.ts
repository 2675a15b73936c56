import type { ReceiversOfNumbers } from '../receivers/queries/receivers-of-numbers.ts'
import { type EventFacts, eventFacts } from './event-facts.ts'
import { EventOrders } from './event-orders.ts'
import { eventSearch } from './event-search.ts'
import type { EventSort } from './event-sort.ts'
import { type FailureGroup, failureGroups, repeatedCalls } from './failure-group.ts'
import type { ReadEvent } from './range-reading.ts'

export type Criteria = {
  typed: string
  cause?: string
  receiver?: string
  company?: string
  sort: EventSort
}

/** A value that can be filtered by, and how many events have it. */
export type Choice = { value: string; count: number }

/** Read events, with all that is worked out of them once: each keystroke only goes through them. */
export class EventIndex {
  readonly events: EventFacts[]
  readonly #orders: EventOrders
  #choices: Record<'cause' | 'receiver' | 'company', Choice[]> | null = null
  #repeatedCalls: ReadonlySet<string> | null = null
  /** Of what was found last. */
  #groups: { found: EventFacts[]; groups: FailureGroup[] } | null = null

  /** @param receivers of events that name none themselves */
  constructor(events: ReadEvent[], receivers?: ReceiversOfNumbers) {
    this.events = events.map(event => eventFacts(event, receivers))
    this.#orders = new EventOrders(this.events)
  }

  /** What the address calls an event. */
  readonly keyOf = (event: EventFacts): string => event.read.key

  /** The event that the address calls `key`. */
  named(key: string): EventFacts | undefined {
    return this.events.find(({ read }) => read.key === key)
  }

  /** In the order that was asked for. */
  find({ typed, cause, receiver, company, sort }: Criteria): EventFacts[] {
    const all = this.#orders.sorted(sort)
    if (typed.trim() === '' && (cause ?? receiver ?? company) === undefined) return all
    const isMeant = eventSearch(typed)
    const found: EventFacts[] = []
    for (const event of all) {
      if (cause !== undefined && event.cause !== cause) continue
      if (receiver !== undefined && event.receiver !== receiver) continue
      if (company !== undefined && event.company !== company) continue
      if (isMeant(event)) found.push(event)
    }
    return found
  }

  /** What was found, by receiver and cause. */
  groupsOf(found: EventFacts[]): FailureGroup[] {
    if (this.#groups?.found !== found) {
      this.#repeatedCalls ??= repeatedCalls(this.events)
      this.#groups = { found, groups: failureGroups(found, this.#repeatedCalls) }
    }
    return this.#groups.groups
  }

  /**
   * Works out a part of what may be asked for next, in some milliseconds. False when there is
   * nothing left.
   */
  prepare(): boolean {
    if (this.#repeatedCalls !== null) return this.#orders.prepare()
    this.#repeatedCalls = repeatedCalls(this.events)
    return true
  }

  /** The causes, receivers and companies there are, the most frequent first. */
  get choices(): Record<'cause' | 'receiver' | 'company', Choice[]> {
    this.#choices ??= {
      cause: this.#countBy(event => event.cause),
      receiver: this.#countBy(event => event.receiver),
      company: this.#countBy(event => event.company),
    }
    return this.#choices
  }

  #countBy(choiceOf: (event: EventFacts) => string): Choice[] {
    const counts = new Map<string, number>()
    for (const event of this.events) {
      const value = choiceOf(event)
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    return Array.from(counts, ([value, count]) => ({ value, count })).toSorted(
      (one, other) => other.count - one.count,
    )
  }
}
