import { createHash } from 'node:crypto'
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
  /** How many the list has at the moment. */
  count: number
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
    let count = 0
    let shrank = false
    let isNews = false
    for (let page = 1; ; page++) {
      const listed = await readPage(page)
      if (listed === null && page === 1) throw noSuchList()
      if (listed === null) break
      if (listed.count < count) shrank = true
      everShrank ||= shrank
      count = listed.count
      const events = listed.events.filter(event => isNew(event, seen))
      if (seen.size > MAX_EVENTS) throw tooMany()
      isNews ||= events.length > 0
      yield { events, pass, count }
      const isComplete = pass > 1 && !everShrank && seen.size >= count
      if (isComplete || !listed.hasNext) break
    }
    if (!isNews || (!shrank && seen.size >= count)) return
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
  const pick = (listed: ListPage) =>
    listed.events.filter(({ id }) => id !== null && missing.delete(id))
  for (const page of likelyPages(named)) {
    const listed = await readPage(page)
    if (listed !== null) yield { events: pick(listed), pass: 1, count: listed.count }
    if (missing.size === 0) return
  }
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    let first: number | null = null
    let last = 0
    for (let page = 1; missing.size > 0; page++) {
      const listed = await readPage(page)
      if (listed === null && page === 1) throw noSuchList()
      if (listed === null) break
      first ??= listed.count
      last = listed.count
      yield { events: pick(listed), pass, count: listed.count }
      if (!listed.hasNext) break
    }
    // In a list that stood still they would have been seen.
    if (missing.size === 0 || first === last) return
  }
}

function likelyPages(named: NamedEvent[]): number[] {
  const pages = named.map(
    ({ page, page_size }) => Math.floor(((page - 1) * page_size) / READ_PAGE_SIZE) + 1,
  )
  return [...new Set(pages)].toSorted((one, other) => one - other)
}

/** What has no id is known by its payload. */
function isNew({ id, payload }: ListedEvent, seen: Set<string>): boolean {
  const key =
    id === null ? `payload ${createHash('sha256').update(payload).digest('hex')}` : `id ${id}`
  const before = seen.size
  return seen.add(key).size > before
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
