import { detailError } from '../../http/http-error.ts'
import type { ListedEvent, ListPage } from './list-page.ts'

/** What the gateway asks for; a service that allows less clamps it. */
export const READ_PAGE_SIZE = 100

const MAX_EVENTS = 500_000
const MAX_PASSES = 10

export type EventsRead = {
  events: ListedEvent[]
  /** From 1: what is found in a later pass over the list is newer. */
  pass: number
  /** How many the list has at the moment; null where the service doesn't say. */
  count: number | null
}

export type NamedEvent = { id: string; page: number; page_size: number }

/**
 * Reads a list page by page, each event once, while it may change.
 *
 * Lists have the newest first. One that grows pushes events to later pages: some are seen twice,
 * none is missed, and the new ones stand on the first page, which is read once more. One that
 * shrinks pulls events to pages that were read already: then all is read once more.
 *
 * @param readPage null for a page that doesn't exist
 * @throws HttpError when the first page doesn't exist, or when the list is too long
 */
export async function* readAllEvents(
  readPage: (page: number) => Promise<ListPage | null>,
): AsyncGenerator<EventsRead> {
  const seen = new Set<string>()
  let everShrank = false
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    let count: number | null = null
    let shrank = false
    let isNews = false
    for (let page = 1; ; page++) {
      const listed = await readPage(page)
      if (listed === null && page === 1) throw noSuchList()
      if (listed === null) break
      if (listed.count !== null && listed.count < (count ?? 0)) shrank = true
      everShrank ||= shrank
      count = listed.count
      const events = listed.events.filter(({ id }) => isNew(id, seen))
      if (seen.size > MAX_EVENTS) throw tooMany()
      isNews ||= events.length > 0
      yield { events, pass, count }
      const isComplete = pass > 1 && !everShrank && seen.size >= (count ?? 0)
      // Where nobody knows how long the list is, only what it still brings tells that it goes on.
      const isOver = count === null && events.length === 0
      if (isComplete || isOver || !listed.hasNext) break
    }
    if (!isNews || (!shrank && count !== null && seen.size >= count)) return
  }
}

/**
 * Reads only as far as it takes to find these events: first the pages where they stood when they
 * were listed, then all from the first one.
 *
 * @throws HttpError when the first page doesn't exist
 */
export async function* readNamedEvents(
  readPage: (page: number) => Promise<ListPage | null>,
  named: NamedEvent[],
): AsyncGenerator<EventsRead> {
  const missing = new Set(named.map(({ id }) => id))
  const pick = (listed: ListPage) => listed.events.filter(({ id }) => missing.delete(id))
  for (const page of likelyPages(named)) {
    const listed = await readPage(page)
    if (listed !== null) yield { events: pick(listed), pass: 1, count: listed.count }
    if (missing.size === 0) return
  }
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    let first: number | null = null
    let last: number | null = null
    let before: ListPage | null = null
    for (let page = 1; missing.size > 0; page++) {
      const listed: ListPage | null = await readPage(page)
      if (listed === null && page === 1) throw noSuchList()
      if (listed === null) break
      first ??= listed.count
      last = listed.count
      yield { events: pick(listed), pass, count: listed.count }
      if (!goesOn(listed, before)) break
      before = listed
    }
    // In a list that stood still they would have been seen.
    if (missing.size === 0 || first === last) return
  }
}

/** Where nobody knows how long a list is, a page that begins as the one before it did is its end. */
export function goesOn(listed: ListPage, before: ListPage | null): boolean {
  const isSame = before?.events[0]?.id === listed.events[0]?.id
  return listed.hasNext && !(listed.count === null && isSame)
}

function likelyPages(named: NamedEvent[]): number[] {
  const pages = named.map(
    ({ page, page_size }) => Math.floor(((page - 1) * page_size) / READ_PAGE_SIZE) + 1,
  )
  return [...new Set(pages)].toSorted((one, other) => one - other)
}

function isNew(id: string, seen: Set<string>): boolean {
  const before = seen.size
  return seen.add(id).size > before
}

function noSuchList() {
  return detailError(502, 'The call-tracking service answered 404 instead of the list.')
}

function tooMany() {
  return detailError(
    400,
    `There are more than ${MAX_EVENTS.toLocaleString('en')} events in this range. Choose a shorter one.`,
  )
}
