import type { FailedEvent } from '../../../contract/failed-event.ts'
import type { Page } from '../../../contract/page.ts'
import type { Place, RangeReading, ReadEvent } from './range-reading.ts'

/** A list that changed while it was read is gone through again, so many times at most. */
const PASSES = 3

/**
 * The events of a list that may change while it is read. The newest come first, so new ones push
 * others to later pages: what is met twice is kept once, and what is missing in the end, by the
 * service's count, is looked for from the first page on.
 */
export class GatheredEvents {
  count: number | null
  came: number
  #events: ReadEvent[]
  /** Found when the list was gone through again: they came since, so they stand before the others. */
  #newer: ReadEvent[] = []
  #ids: Set<string>
  /** How many have left the list: they may be among the events, and don't count as missing. */
  #left = 0
  /** Events without an id look alike, and are told apart by their place alone. */
  #placed = { pushedDown: 0, newer: 0 }

  constructor({ events, count, came }: Pick<RangeReading, 'events' | 'count' | 'came'>) {
    this.#events = [...events]
    this.#ids = new Set(events.flatMap(({ event }) => event.id ?? []))
    this.count = count
    this.came = came
  }

  get size(): number {
    return this.#events.length + this.#newer.length
  }

  all(): ReadEvent[] {
    return [...this.#newer, ...this.#events]
  }

  add({ count, results }: Page<FailedEvent>, { page, pass }: Place): void {
    const growth = count - (this.count ?? count)
    this.count = count
    this.came += Math.max(0, growth)
    this.#left += Math.max(0, -growth)
    if (page === 1) this.#placed = { pushedDown: 0, newer: this.#missing }
    else this.#placed.pushedDown += Math.max(0, growth)
    for (const event of results) {
      const isNew = event.id === null ? this.#isNewByPlace(pass) : this.#isNewById(event.id)
      if (isNew) (pass === 1 ? this.#events : this.#newer).push({ event, page })
    }
  }

  /** Where to go on after `place`, of which `next` is the following page; null at the end. */
  placeAfter({ pass }: Place, next: number | null): Place | null {
    const isWhole = this.#missing === 0
    if (isWhole && pass > 1) return null
    // Each page has an event at least: a list that never ends is none.
    if (next !== null && next <= (this.count ?? 0)) return { page: next, pass }
    return isWhole || pass === PASSES ? null : { page: 1, pass: pass + 1 }
  }

  get #missing(): number {
    return Math.max(0, (this.count ?? 0) + this.#left - this.size)
  }

  #isNewById(id: string): boolean {
    const isNew = !this.#ids.has(id)
    this.#ids.add(id)
    return isNew
  }

  #isNewByPlace(pass: number): boolean {
    if (this.#placed.pushedDown > 0) {
      this.#placed.pushedDown--
      return false
    }
    return pass === 1 || this.#placed.newer-- > 0
  }
}
