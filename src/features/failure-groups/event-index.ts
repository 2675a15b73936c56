import type { ReadEvent } from '../failed-events/range-reading.ts'
import { type EventFacts, eventFacts } from './event-facts.ts'
import { eventSearch } from './event-search.ts'
import { type EventSort, sortedEvents } from './event-sort.ts'

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
  readonly #sorted = new Map<string, EventFacts[]>()
  #choices: Record<'cause' | 'receiver' | 'company', Choice[]> | null = null

  constructor(events: ReadEvent[]) {
    this.events = events.map(eventFacts)
  }

  /** What the address calls an event. */
  readonly keyOf = (event: EventFacts): string => event.read.key

  /** The event that the address calls `key`. */
  named(key: string): EventFacts | undefined {
    return this.events.find(({ read }) => read.key === key)
  }

  /** In the order that was asked for. */
  find({ typed, cause, receiver, company, sort }: Criteria): EventFacts[] {
    const isMeant = eventSearch(typed)
    const found: EventFacts[] = []
    for (const event of this.#inOrder(sort)) {
      if (cause !== undefined && event.cause !== cause) continue
      if (receiver !== undefined && event.receiver !== receiver) continue
      if (company !== undefined && event.company !== company) continue
      if (isMeant(event)) found.push(event)
    }
    return found
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

  #inOrder(sort: EventSort): EventFacts[] {
    const key = `${sort.column} ${sort.direction}`
    const sorted = this.#sorted.get(key) ?? sortedEvents(this.events, sort)
    this.#sorted.set(key, sorted)
    return sorted
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
