import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { EventFields } from '../../../../contract/fields/read-event.ts'
import {
  FIRST_PAGE,
  numbered,
  type PagePlace,
  type PageRequest,
} from '../../../../contract/pages/page-place.ts'
import { detailError } from '../../../http/http-error.ts'
import type { Caller } from '../../session/caller.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { type ListRange, pathOfPage, readPage } from './list-page.ts'
import { pagesFrom } from './pages-from.ts'
import type { ParsePage } from './parse-in-thread.ts'
import type { ListedEvent, PageOf } from './parse-list-page.ts'
import { BudgetSpent, RequestBudget } from './request-budget.ts'

const MAX_EVENTS = 500_000
const MAX_PASSES = 10

const TOO_MANY = `There are more than ${MAX_EVENTS.toLocaleString('en')} events in this range. Choose a shorter one.`

export type EventsRead<Event = ListedEvent> = {
  events: Event[]
  /** From 1. Events that a later pass over the list finds are newer. */
  pass: number
  /** How many events the list has at present; null if the service doesn't report it, or for named events. */
  count: number | null
}

export type Days = Pick<ListRange, 'from_date' | 'to_date'>

/** An event's id and the page where it was listed (contract/replay.ts). */
export type NamedEvent = PageRequest & {
  id: string
  page_size: number
  /** The days of the list with that page, if they differ from the searched days. */
  days?: Days
}

export type EventToReplay = NamedEvent & { list: FailedEventList }

type Identified = { id: string }

/** null for a page that doesn't exist. The days are the searched days, unless others are named. */
type ReadPage<Event = ListedEvent> = (
  place: PagePlace,
  pageSize: number,
  days?: Days,
) => Promise<PageOf<Event> | null>

/**
 * Reads a list page by page, each event once, while the list may change.
 *
 * Lists have the newest event first. A list that grows pushes events to later pages: some appear
 * twice, none is missed, and the new ones are on the first page, which is read once more. A list
 * that shrinks moves events to pages that were read already, so the whole list is read once more.
 *
 * @param pageSize the requested size; a service that allows less clamps it
 * @throws HttpError if the first page doesn't exist, if links lead back, or if the list is too long
 */
export async function* readAllEvents<Event extends Identified>(
  readPage: ReadPage<Event>,
  pageSize: number,
  { prefetches = true } = {},
): AsyncGenerator<EventsRead<Event>> {
  const seen = new Set<string>()
  let hasEverShrunk = false
  const hasAll = (count: number | null) => count !== null && seen.size >= count
  // If the service doesn't count, the end is assumed when a page has nothing new.
  const isRepeated = (count: number | null, events: Event[]) =>
    count === null ? events.length === 0 : !hasEverShrunk && hasAll(count)
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const before = seen.size
    let count: number | null = null
    let hasShrunk = false
    // The first pass goes to the end; later passes may stop earlier.
    for await (const listed of allPages(readPage, pageSize, prefetches && pass === 1)) {
      hasShrunk ||= isSmaller(listed.count, count)
      hasEverShrunk ||= hasShrunk
      count = listed.count
      const events = listed.events.filter(({ id }) => !seen.has(id) && seen.add(id))
      if (seen.size > MAX_EVENTS) throw detailError(400, TOO_MANY)
      yield { events, pass, count }
      if (pass > 1 && isRepeated(count, events)) break
    }
    if ((hasAll(count) && !hasShrunk) || seen.size === before) return
  }
}

function isSmaller(count: number | null, before: number | null): boolean {
  return count !== null && before !== null && count < before
}

type SearchedService = {
  upstream: Upstream
  fields: { of(list: FailedEventList, account: string): Promise<EventFields> }
}

type Search<Event> = {
  range: ListRange
  events: NamedEvent[]
  parse: ParsePage<PageOf<Event>>
  /** Doesn't end the request for the first page: a person may click Replay and close the tab. */
  signal: AbortSignal
  budget?: RequestBudget
}

/**
 * Reads events from the service with the caller's token. It omits events that the service doesn't list in
 * the range, or that it doesn't find before the budget is spent.
 *
 * @throws HttpError with the service's status if it refuses, 502 if its answer can't be read;
 *   the signal's reason when it is aborted
 */
export async function findEvents<Event extends Identified>(
  { upstream, fields }: SearchedService,
  { authorization, account }: Pick<Caller, 'authorization' | 'account'>,
  { range, events, parse, signal, budget = RequestBudget.forRun(events) }: Search<Event>,
): Promise<Event[]> {
  const fieldsOfList = await fields.of(range.list, account)
  let until: AbortSignal | undefined
  const read = async (place: PagePlace, size: number, days: Days = range) => {
    until?.throwIfAborted()
    budget.spend()
    const path = pathOfPage({ ...range, ...days }, place, size)
    const answer = await upstream.get(path, authorization, until)
    until = signal
    return readPage(answer, { ...place, size }, fieldsOfList, parse)
  }
  const namedEvents: Event[] = []
  for await (const page of readNamedEvents(read, events, upstream.pageSize, budget)) {
    namedEvents.push(...page.events)
  }
  return namedEvents
}

/**
 * Reads only as far as needed to find these events: first the pages where they were listed and a few after those, then
 * the whole list. Ends when the budget is spent.
 *
 * @param readPage spends the budget
 * @throws HttpError if the first page doesn't exist, or if links lead back
 */
export async function* readNamedEvents<Event extends Identified>(
  readPage: ReadPage<Event>,
  named: NamedEvent[],
  ownPageSize: number,
  budget: RequestBudget,
): AsyncGenerator<EventsRead<Event>> {
  const missing = new Set(named.map(({ id }) => id))
  const found = (listed: Event[], pass: number) => {
    const events = listed.filter(({ id }) => missing.delete(id))
    if (events.length > 0) budget.refund()
    return { events, pass, count: null }
  }
  const lists = Map.groupBy(named, ({ days }) => days && `${days.from_date} ${days.to_date}`)
  try {
    for (const events of lists.values()) {
      const read = (place: PagePlace, size: number) => readPage(place, size, events[0]?.days)
      for await (const page of nearbyPages(read, likelyPages(events, ownPageSize), missing)) {
        yield found(page.events, 1)
      }
    }
    if (missing.size === 0) return
    for await (const page of readAllEvents(readPage, ownPageSize, { prefetches: false })) {
      yield found(page.events, page.pass)
      if (missing.size === 0) return
    }
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error
  }
}

/**
 * How many pages after its own are searched for an event first, because new failures push it there.
 */
const FOLLOWED = 3

/** The pages where events were listed, each with those after it as long as one of its events is missing. */
async function* nearbyPages<Event>(
  readPage: ReadPage<Event & Identified>,
  pages: LikelyPage[],
  missing: ReadonlySet<string>,
) {
  let goesByNumber = true
  /** No page with a number from this one on exists. */
  let end = Number.POSITIVE_INFINITY
  const mayExist = ({ page, cursor }: PagePlace) =>
    cursor !== undefined || (page < end && (page === 1 || goesByNumber))
  for (const { place, pageSize, ids } of pages) {
    const isMissing = () => ids.some(id => missing.has(id))
    if (!isMissing() || !mayExist(place)) continue
    const read = async (at: PagePlace) => {
      const listed = await readPage(at, pageSize)
      if (at.cursor === undefined) end = Math.min(end, endAfter(listed, at))
      if (listed?.isFirstAgain) goesByNumber = false
      return listed
    }
    // The whole list, which is read at last, begins with the first page.
    let left = place.page === 1 ? 0 : FOLLOWED
    for await (const listed of pagesFrom(place, read)) {
      yield listed
      if (left-- === 0 || !isMissing()) break
    }
  }
}

/** The first page that doesn't exist, if a numbered page shows it. */
function endAfter(listed: PageOf<unknown> | null, { page }: PagePlace): number {
  if (listed === null) return page
  const { count, next, events } = listed
  if (next === null) return page + 1
  // A page with a next one is full.
  if (count === null || events.length === 0) return Number.POSITIVE_INFINITY
  return Math.ceil(count / events.length) + 1
}

function allPages<Event extends Identified>(
  readPage: ReadPage<Event>,
  pageSize: number,
  prefetches: boolean,
): AsyncGenerator<PageOf<Event>> {
  const read = async (place: PagePlace) => {
    const listed = await readPage(place, pageSize)
    if (listed === null && place.page === 1) {
      throw detailError(502, 'The call-tracking service answered 404 instead of the list.')
    }
    return listed
  }
  return pagesFrom(FIRST_PAGE, read, { prefetches })
}

type LikelyPage = { place: PagePlace; pageSize: number; ids: string[] }

/** Each page once, in the order of the list, with the ids of its events. */
function likelyPages(named: NamedEvent[], ownPageSize: number): LikelyPage[] {
  const pages = new Map<string | number, LikelyPage>()
  const [only, ...others] = named
  // A service that ignores the requested size has one event only on the page with the number that it had.
  const size = only === undefined || others.length > 0 ? ownPageSize : only.page_size
  for (const event of named) {
    const likely: LikelyPage = { ...likelyPage(event, size), ids: [] }
    const key = likely.place.cursor ?? likely.place.page
    const page = pages.get(key) ?? likely
    page.ids.push(event.id)
    pages.set(key, page)
  }
  return [...pages.values()].toSorted((one, other) => one.place.page - other.place.page)
}

/** A link's target may depend on the size of the pages before it. */
function likelyPage({ page, cursor, page_size }: NamedEvent, ownPageSize: number) {
  if (cursor !== undefined) return { place: { page, cursor }, pageSize: page_size }
  const first = (page - 1) * page_size
  return { place: numbered(Math.floor(first / ownPageSize) + 1), pageSize: ownPageSize }
}
