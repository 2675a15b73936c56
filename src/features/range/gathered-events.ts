import type { Page } from '../../../contract/pages/page.ts'
import { FIRST_PAGE, type PagePlace } from '../../../contract/pages/page-place.ts'
import { eventKey, hasContentId, type IdentifiedEvent } from '../event/event-identity.ts'
import type { Place, RangeLoad, ReadEvent } from './range-load.ts'

/** How often a list that changed while it was loaded is loaded again. */
const PASSES = 3

type Listed = Pick<Page<IdentifiedEvent>, 'count' | 'results'>

/**
 * The events of a list that may change while it is read. The newest come first, so new events push
 * others to later pages. Repeated events are kept once. If events are missing at the end, by the
 * service's count, the list is read again from the first page.
 */
export class GatheredEvents {
  count: number | null
  came: number
  #events: ReadEvent[]
  /** Found in a later pass over the list: they are new, so they come before the others. */
  #newer: ReadEvent[] = []
  #keys: Set<string>
  /** The number of events that left the list. They may be among `events` and don't count as missing. */
  #left = 0
  /** The number of events on later pages that were already read before they moved there. */
  #pushedDown = 0
  /** Whether the previous page added events. */
  #hasNewEvents = true

  constructor({ events, count, came }: Pick<RangeLoad, 'events' | 'count' | 'came'>) {
    this.#events = [...events]
    this.#keys = new Set(events.map(({ key }) => key))
    this.count = count
    this.came = came
  }

  get size(): number {
    return this.#events.length + this.#newer.length
  }

  /** Whether the last page added nothing, in a list without a count. */
  get isAtRest(): boolean {
    return this.count === null && !this.#hasNewEvents
  }

  all(): ReadEvent[] {
    return [...this.#newer, ...this.#events]
  }

  add({ count, results }: Listed, { page, cursor, pass }: Place): void {
    const growth = (count ?? 0) - (this.count ?? count ?? 0)
    this.count = count
    this.came += Math.max(0, growth)
    this.#left += Math.max(0, -growth)
    this.#pushedDown = page === 1 ? 0 : this.#pushedDown + Math.max(0, growth)
    const before = this.size
    for (const event of results) {
      const key = this.#newKey(event, pass)
      if (key === null) continue
      this.#keys.add(key)
      const read = { event, key, page, cursor }
      if (pass === 1) this.#events.push(read)
      else this.#newer.push(read)
    }
    this.#hasNewEvents = this.size > before
  }

  /** The next page to read after `place`, whose link leads to `next`; null at the end. */
  placeAfter({ pass }: Place, next: PagePlace | null): Place | null {
    const isWhole = this.#missing === 0
    if (isWhole && pass > 1) return null
    if (next !== null && this.#hasMorePages(next)) return { ...next, pass }
    return isWhole || pass === PASSES ? null : { ...FIRST_PAGE, pass: pass + 1 }
  }

  /**
   * Each page has at least one event, and without a count at least a new one. So an endless list also
   * ends.
   */
  #hasMorePages({ page }: PagePlace): boolean {
    return this.count === null ? this.#hasNewEvents : page <= this.count
  }

  get #missing(): number {
    return Math.max(0, (this.count ?? 0) + this.#left - this.size)
  }

  /** The key of the event in URLs; null if it was already read. */
  #newKey(event: IdentifiedEvent, pass: number): string | null {
    const key = eventKey(event)
    if (!this.#keys.has(key)) return key
    if (this.#pushedDown > 0) {
      this.#pushedDown--
      return null
    }
    if (pass > 1 || !hasContentId(event)) return null
    // Nothing has moved, so it is another event with the same content (decision 23).
    let ordinal = 2
    while (this.#keys.has(`${event.id}~${ordinal}`)) ordinal++
    return `${event.id}~${ordinal}`
  }
}
