import { normaliseText } from '../../../contract/text/normalise-text.ts'
import type { EventFacts } from './event-facts.ts'
import type { EventColumn, EventSort } from './event-sort.ts'
import { EVENT_COLUMNS } from './event-sort.ts'

/** The rank of an event's value among all values of a column. Events without a value come last. */
type Ranks = { ofEvents: Uint32Array; count: number }

/** Events in each possible order. Computed orders are cached. */
export class EventOrders {
  readonly #events: EventFacts[]
  readonly #ranks = new Map<EventColumn, Ranks>()
  readonly #orders = new Map<string, EventFacts[]>()

  /**
   * @param events events with equal values stay in this order
   * @param before orders of the same events, some of which had other causes
   */
  constructor(events: EventFacts[], before?: EventOrders) {
    this.#events = events
    // Ranking takes much longer than putting events into the order of their ranks.
    for (const [column, ranks] of before ? before.#ranks : []) {
      if (column !== 'cause') this.#ranks.set(column, ranks)
    }
  }

  sorted(sort: EventSort): EventFacts[] {
    const key = `${sort.column} ${sort.direction}`
    const order = this.#orders.get(key) ?? inOrder(this.#events, this.#ranksOf(sort.column), sort)
    this.#orders.set(key, order)
    return order
  }

  /** Computes one missing column or order. Returns false if nothing is left. */
  prepare(): boolean {
    const column = EVENT_COLUMNS.find(name => !this.#ranks.has(name))
    if (column !== undefined) {
      this.#ranksOf(column)
      return true
    }
    const sort = EVENT_COLUMNS.flatMap(name => [
      { column: name, direction: 'ascending' as const },
      { column: name, direction: 'descending' as const },
    ]).find(one => !this.#orders.has(`${one.column} ${one.direction}`))
    if (sort !== undefined) this.sorted(sort)
    return sort !== undefined
  }

  #ranksOf(column: EventColumn): Ranks {
    const ranks = this.#ranks.get(column) ?? ranksBy(this.#events, column)
    this.#ranks.set(column, ranks)
    return ranks
  }
}

/** Each value is compared once, even if many events have it. */
function ranksBy(events: EventFacts[], column: EventColumn): Ranks {
  const read = VALUES[column]
  const distinct = new Set<string | number>()
  for (const event of events) {
    const value = read(event)
    if (value !== null) distinct.add(value)
  }
  const sorted = Array.from(distinct, value => ({ value, key: keyOf(value) })).sort((one, other) =>
    one.key < other.key ? -1 : one.key > other.key ? 1 : 0,
  )
  const ranks = new Map<string | number | null, number>()
  let count = 0
  sorted.forEach(({ value, key }, place) => {
    if (place > 0 && sorted[place - 1]?.key !== key) count++
    ranks.set(value, count)
  })
  if (sorted.length > 0) count++
  return { ofEvents: Uint32Array.from(events, event => ranks.get(read(event)) ?? count), count }
}

const VALUES: Record<EventColumn, (event: EventFacts) => string | number | null> = {
  failed_at: event => event.at,
  company: event => event.company,
  caller: event => event.caller,
  cause: event => event.cause,
  receiver: event => event.receiver,
}

function keyOf(value: string | number): string | number {
  return typeof value === 'string' ? normaliseText(value) : value
}

/** Sorts by counting the events of each rank, without comparing events. */
function inOrder(events: EventFacts[], ranks: Ranks, { direction }: EventSort): EventFacts[] {
  const { ofEvents, count } = ranks
  const turned = (rank: number) =>
    direction === 'ascending' || rank === count ? rank : count - 1 - rank
  const next = new Uint32Array(count + 2)
  for (const rank of ofEvents) {
    const after = turned(rank) + 1
    next[after] = (next[after] ?? 0) + 1
  }
  for (let rank = 1; rank < next.length; rank++)
    next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0)
  const order: EventFacts[] = [...events]
  events.forEach((event, place) => {
    const rank = turned(ofEvents[place] ?? count)
    const at = next[rank] ?? 0
    order[at] = event
    next[rank] = at + 1
  })
  return order
}
