import {
  isPlace,
  NOWHERE,
  numbered,
  type PagePlace,
} from '../../../../contract/pages/page-place.ts'
import { HttpError } from '../../../http/http-error.ts'
import { ListEnd, leadsNowhere } from '../../replays/reading/pages-from.ts'
import type { PageOf } from '../../replays/reading/parse-list-page.ts'
import type { CopiedPages } from './copied-pages.ts'
import type { EventFacts } from './event-facts.ts'
import type { Days, Part } from './mirror-store.ts'
import { endOfPass, endsEarly, WalkState, withCount } from './walk-state.ts'

type EventPage = PageOf<EventFacts>

/** null for a page that doesn't exist. */
export type ReadEventPage = (days: Days, place: PagePlace) => Promise<EventPage | null>

/** The events have no times, so the days of the walk have to be read separately. */
export const HAS_NO_TIMES = 'has no times'

/**
 * One walk over some days of a list, page by page, while the list may change. Lists have the newest event
 * first. A list that grows pushes events to later pages: some appear twice, none is missed, and the new ones are
 * at the beginning, which is read once more. A list that shrinks moves events to pages that were read already,
 * so all of it is read once more.
 */
export class EventWalk {
  readonly #copy: CopiedPages
  readonly #part: Part
  readonly #pages: PagesAhead
  #walk: WalkState
  #end: ListEnd
  /** Whether the next page is the first that this process reads of the pass. */
  #isContinued: boolean

  constructor(copy: CopiedPages, readPage: ReadEventPage, part: Part, walk: WalkState) {
    this.#copy = copy
    this.#part = part
    this.#pages = new PagesAhead(place => readPage(part, place))
    this.#walk = walk
    this.#end = new ListEnd(placeOf(walk))
    this.#isContinued = walk.place.page > 1
  }

  get count(): number | null {
    return this.#walk.count
  }

  /**
   * Continues the stored walk if it leads over the part, or else begins one.
   *
   * @throws LeaseLost
   */
  static async over(
    part: Part,
    stored: object | null,
    copy: CopiedPages,
    readPage: ReadEventPage,
  ): Promise<EventWalk> {
    const walk = WalkState.safeParse(stored).data
    const isSame =
      walk?.is_resumable &&
      walk.from_date <= part.from_date &&
      walk.to_date >= part.to_date &&
      (walk.is_thorough || !part.is_thorough) &&
      walk.is_by_day === part.is_by_day
    if (!isSame) {
      const begun = await copy.beginPass(part, { pass: 1, found_before: null })
      return new EventWalk(copy, readPage, part, begun)
    }
    const { from_date, to_date, is_thorough } = walk
    return new EventWalk(copy, readPage, { ...part, from_date, to_date, is_thorough }, walk)
  }

  /**
   * Reads and stores the next page.
   *
   * @param mostInFlight how many requests may be in flight
   * @returns whether the walk has ended, or `HAS_NO_TIMES`
   * @throws HttpError if the service refuses or fails, or if links lead back; LeaseLost
   */
  async step(mostInFlight: number): Promise<boolean | typeof HAS_NO_TIMES> {
    const at = placeOf(this.#walk)
    const isContinued = this.#isContinued
    this.#isContinued = false
    const page = await this.#pages.take(at).catch((error: unknown) => {
      // A link may be valid for a short time only.
      if (isContinued && at.cursor !== undefined && error instanceof HttpError) return null
      throw error
    })
    if (page === null || page.isFirstAgain) {
      if (!isContinued) {
        if (page === null) return this.#endPass()
        throw leadsNowhere(at, page)
      }
      await this.#beginPass(1, null)
      return false
    }
    const counted = withCount(this.#walk, page.count)
    if (this.#lacksTimes(page)) {
      this.#walk = counted
      return HAS_NO_TIMES
    }
    // Another walk may end with this page.
    if (counted.is_thorough) this.#pages.begin(page, mostInFlight)
    else if (at.page > 1) this.#pages.begin(page, 1)
    const { unknown, walk } = await this.#copy.add(page.events, counted)
    const early = endsEarly(walk, { unknown, events: page.events.length })
    if (early !== null) {
      await this.#copy.complete(walk, early === 'topped up')
      return true
    }
    const ids = page.events.map(({ event_id }) => event_id)
    const next = this.#end.placeAfter(page, at, ids)
    if (next === NOWHERE) throw leadsNowhere(at)
    const isCountNew = page.count !== this.#walk.count || at.page === 1
    this.#walk = walk
    if (!isPlace(next)) return this.#endPass()
    this.#walk = { ...walk, place: next }
    await this.#copy.saveWalk(this.#walk, { isVisible: false, isCountNew })
    return false
  }

  #lacksTimes({ events }: EventPage): boolean {
    const { from_date, to_date } = this.#part
    const isOneDay = Date.parse(to_date) - Date.parse(from_date) <= 86_400_000
    return !isOneDay && events.some(({ failed_at }) => failed_at === null)
  }

  async #endPass(): Promise<boolean> {
    const walk = this.#walk
    const copied = await this.#copy.foundBy(walk)
    const end = endOfPass(walk, copied)
    if (end === 'exact' || end === 'read') {
      await this.#copy.complete(walk, end === 'exact')
      return true
    }
    if (end === 'top up') await this.#beginTopUp(copied)
    else {
      const isQuiet = !walk.has_grown && !walk.has_shrunk
      await this.#beginPass(walk.pass + 1, isQuiet ? copied : null)
    }
    return false
  }

  async #beginPass(pass: number, foundBefore: number | null): Promise<void> {
    this.#restart(await this.#copy.beginPass(this.#part, { pass, found_before: foundBefore }))
  }

  /** Looks for the events that arrived since the pass began. */
  async #beginTopUp(copied: number): Promise<void> {
    const walk = {
      ...this.#walk,
      found: copied,
      is_top_up: true,
      place: { page: 1 },
      pushed_down: 0,
    }
    const position = await this.#copy.positionBefore(walk)
    this.#restart({ ...walk, position })
    await this.#copy.saveWalk(this.#walk, { isVisible: false, isCountNew: false })
  }

  #restart(walk: WalkState): void {
    this.#walk = walk
    this.#pages.clear()
    this.#end = new ListEnd(placeOf(walk))
  }
}

function placeOf({ place: { page, cursor } }: WalkState): PagePlace {
  return { page, cursor }
}

class PagesAhead {
  readonly #readPage: (place: PagePlace) => Promise<EventPage | null>
  /** The pages that have been requested, by cursor or number. */
  readonly #begun = new Map<string | number, Promise<EventPage | null>>()

  constructor(readPage: (place: PagePlace) => Promise<EventPage | null>) {
    this.#readPage = readPage
  }

  async take(place: PagePlace): Promise<EventPage | null> {
    const key = place.cursor ?? place.page
    const begun = this.#begun.get(key)
    this.#begun.delete(key)
    return begun ?? this.#readPage(place)
  }

  /** Requests the pages after this one if its cursor or its count shows that they exist. */
  begin({ next, count, events }: EventPage, most: number): void {
    if (!isPlace(next) || (next.cursor === undefined && count === null)) return
    for (let at = next; this.#begun.size < most; at = numbered(at.page + 1)) {
      const key = at.cursor ?? at.page
      if (!this.#begun.has(key)) {
        const reading = this.#readPage(at)
        // Only the walk that takes the page needs its error.
        reading.catch(() => {})
        this.#begun.set(key, reading)
      }
      if (at.cursor !== undefined || at.page * events.length >= (count ?? 0)) return
    }
  }

  clear(): void {
    this.#begun.clear()
  }
}
