import { isContentId } from '../../../../contract/text/content-id.ts'
import type { EventFacts } from './event-facts.ts'
import type { WalkState } from './walk-state.ts'

export type StoredEvent = {
  event_id: string
  ordinal: number
  digest: string
  day: string
  /** Whether a reading has found it since the pass began. */
  isFound: boolean
}

export type CopyRow = EventFacts & { ordinal: number; day: string; position: number }

type StoredEvents = {
  byOrdinal: Map<number, StoredEvent>
  /** The ordinals of each day, ascending. */
  ofDays: Map<string, number[]>
  last: number
}

/** Each page needs all copied events with the ids of its events, so a hostile service may not list more. */
const MAX_ALIKE = 10_000

type Pass = {
  walk: WalkState
  /** What the copy has of the events of the page, by ordinal. */
  stored: StoredEvent[]
  /** How often the pass has seen each id that was made from content. `add` counts them. */
  seen: Map<string, number>
}

/**
 * The rows of the events of a page, each event once. An id that was made from content may belong to several
 * events (docs/decisions/0023); an id of the service that comes again is the same event.
 */
export class PageRows {
  /** The rows of events that are new in this pass. */
  readonly rows: CopyRow[] = []
  /** How many of them the copy does not have on the days of the walk. */
  unknown = 0
  /** How many others differ from the copy. */
  changed = 0
  /** As in `WalkState`, after these events. */
  pushedDown: number
  readonly #pass: Pass
  readonly #stored = new Map<string, StoredEvents>()

  constructor(pass: Pass) {
    this.#pass = pass
    this.pushedDown = pass.walk.pushed_down
    for (const row of pass.stored) this.#note(row)
  }

  /** @param index its place on the page, from 0 */
  add(event: EventFacts, day: string, index: number): void {
    const ordinal = this.#ordinalOf(event, day)
    const before = this.#stored.get(event.event_id)?.byOrdinal.get(ordinal ?? 0)
    if (ordinal === null || before?.isFound) {
      this.pushedDown = Math.max(0, this.pushedDown - 1)
      return
    }
    this.#compare(event, day, before)
    this.rows.push({ ...event, ordinal, day, position: this.#pass.walk.position + index })
    const { event_id, digest } = event
    this.#note({ event_id, ordinal, digest, day, isFound: true })
  }

  #note(row: StoredEvent): void {
    const { event_id, ordinal, day } = row
    const copies = this.#stored.get(event_id) ?? {
      byOrdinal: new Map(),
      ofDays: new Map(),
      last: 0,
    }
    const ofDay = copies.ofDays.get(day) ?? []
    if (copies.byOrdinal.get(ordinal)?.day !== day) ofDay.push(ordinal)
    copies.ofDays.set(day, ofDay)
    copies.byOrdinal.set(ordinal, row)
    copies.last = Math.max(copies.last, ordinal)
    this.#stored.set(event_id, copies)
  }

  /** null if the pass has already found the event, which has moved to this page, or too many like it. */
  #ordinalOf({ event_id }: EventFacts, day: string): number | null {
    if (!isContentId(event_id)) return 1
    const { seen, walk } = this.#pass
    const times = seen.get(event_id) ?? 0
    if (times > 0 && (walk.is_top_up || this.pushedDown > 0)) return null
    seen.set(event_id, times + 1)
    const copies = this.#stored.get(event_id)
    const ordinal = copies?.ofDays.get(day)?.[times] ?? (copies?.last ?? 0) + 1
    return ordinal > MAX_ALIKE ? null : ordinal
  }

  #compare({ digest }: EventFacts, day: string, before: StoredEvent | undefined): void {
    const { from_date, to_date } = this.#pass.walk
    if (before === undefined || before.day < from_date || before.day >= to_date) this.unknown++
    else if (before.digest !== digest || before.day !== day) this.changed++
  }
}
