import type { Page } from '../../../contract/pages/page.ts'
import { FIRST_PAGE, type PagePlace } from '../../../contract/pages/page-place.ts'
import { hasContentId } from '../event/content-identity.ts'
import { eventKey, type IdentifiedEvent } from '../event/event-identity.ts'
import type { Place, RangeReading, ReadEvent } from './range-reading.ts'

/** How often a list that changed while it was loaded is loaded again. */
const PASSES = 3

type Listed = Pick<Page<IdentifiedEvent>, 'count' | 'results'>

/**
 * The events of a list that may change while it is read. The newest come first, so new ones push
 * others to later pages: what is met twice is kept once, and what is missing in the end, by the
 * service's count, is looked for from the first page on.
 */
export class GatheredEvents {
  count: number | null
  came: number
  #events: ReadEvent[]
  /** Found in a later pass over the list: they are new, so they come before the others. */
  #newer: ReadEvent[] = []
  #keys: Set<string>
  /** How many have left the list: they may be among the events, and don't count as missing. */
  #left = 0
  /** How many of those to come were pushed there, and have been read before. */
  #pushedDown = 0
  /** Whether the page before brought anything. */
  #isNews = true

  constructor({ events, count, came }: Pick<RangeReading, 'events' | 'count' | 'came'>) {
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
    return this.count === null && !this.#isNews
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
    this.#isNews = this.size > before
  }

  /** Where to go on after `place`, of which `next` is the following page; null at the end. */
  placeAfter({ pass }: Place, next: PagePlace | null): Place | null {
    const isWhole = this.#missing === 0
    if (isWhole && pass > 1) return null
    if (next !== null && this.#goesOn(next)) return { ...next, pass }
    return isWhole || pass === PASSES ? null : { ...FIRST_PAGE, pass: pass + 1 }
  }

  /**
   * Each page has at least one event, and without a count a new one, so a list that never ends has
   * an end.
   */
  #goesOn({ page }: PagePlace): boolean {
    return this.count === null ? this.#isNews : page <= this.count
  }

  get #missing(): number {
    return Math.max(0, (this.count ?? 0) + this.#left - this.size)
  }

  /** What the address is to call the event; null for one that was read before. */
  #newKey(event: IdentifiedEvent, pass: number): string | null {
    const key = eventKey(event)
    if (!this.#keys.has(key)) return key
    if (this.#pushedDown > 0) {
      this.#pushedDown--
      return null
    }
    if (pass > 1 || !hasContentId(event)) return null
    // Nothing has moved: it is another one that looks the same (decision 23).
    let ordinal = 2
    while (this.#keys.has(`${event.id}~${ordinal}`)) ordinal++
    return `${event.id}~${ordinal}`
  }
}
