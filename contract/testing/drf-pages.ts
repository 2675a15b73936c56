/*
 * The three paginators of Django REST Framework 3.14 (`rest_framework/pagination.py`) for a list in
 * memory. Their links are absolute, name an internal host of the service, keep every parameter of the
 * request, and sort the parameters.
 */

export type Paginator = 'page number' | 'limit and offset' | 'cursor'
export const PAGINATORS: Paginator[] = ['page number', 'limit and offset', 'cursor']

/** The sort key of a list, newest first. */
type Ordered = { position: string }

type Listed<Item> = {
  items: Item[]
  /** PAGE_SIZE of the service, and its maximum. */
  pageSize?: number
}

type Answer = { status: number; body: unknown }

const HOST = 'http://internal:8000'

/**
 * Answers a request for a list.
 *
 * @param url the path of the request, with its query
 */
export function drfPage<Item extends Ordered>(
  paginator: Paginator,
  url: string,
  { items, pageSize = 20 }: Listed<Item>,
): Answer {
  const request = new URL(url, HOST)
  if (paginator === 'cursor') return cursorPage(request, items, pageSize)
  const { searchParams } = request
  if (paginator === 'page number') {
    const size = Math.min(positive(searchParams.get('page_size')) ?? pageSize, pageSize)
    return numberedPage(request, items, size)
  }
  const limit = Math.min(positive(searchParams.get('limit')) ?? pageSize, pageSize)
  return offsetPage(request, items, limit)
}

function numberedPage(request: URL, items: Ordered[], size: number): Answer {
  const page = positive(request.searchParams.get('page') ?? '1')
  const last = Math.max(1, Math.ceil(items.length / size))
  if (page === null || page > last) return notFound('Invalid page.')
  return ok({
    count: items.length,
    next: page < last ? linkTo(request, { page: String(page + 1) }) : null,
    previous: page > 1 ? linkTo(request, { page: page === 2 ? null : String(page - 1) }) : null,
    results: items.slice((page - 1) * size, page * size),
  })
}

function offsetPage(request: URL, items: Ordered[], limit: number): Answer {
  const offset = positive(request.searchParams.get('offset')) ?? 0
  const linkAt = (at: number) =>
    linkTo(request, { limit: String(limit), offset: at > 0 ? String(at) : null })
  return ok({
    count: items.length,
    next: offset + limit < items.length ? linkAt(offset + limit) : null,
    previous: offset > 0 ? linkAt(offset - limit) : null,
    results: items.slice(offset, offset + limit),
  })
}

/** A place between two items: `offset` items after those up to `position`. */
type Cursor = { offset: number; reverse: boolean; position: string | null }

/** Sorted by `-position`, as `ordering` says. Its answers have no count, and it ignores `page_size`. */
function cursorPage(request: URL, items: Ordered[], size: number): Answer {
  const cursor = decoded(request.searchParams.get('cursor'))
  if (cursor === undefined) return notFound('Invalid cursor')
  const start = cursor ?? { offset: 0, reverse: false, position: null }
  const { offset, reverse, position } = start
  const after = itemsAfter(start, items)
  const results = after.slice(offset, offset + size)
  const following = after[offset + size]?.position ?? null
  const isBegun = position !== null || offset > 0
  if (reverse) results.reverse()
  const hasNext = reverse ? isBegun : following !== null
  const hasPrevious = reverse ? following !== null : isBegun
  const page: CursorPage = {
    size,
    cursor,
    positions: results.map(item => item.position),
    next: hasNext ? { position: reverse ? position : following } : null,
    previous: hasPrevious ? { position: reverse ? following : position } : null,
  }
  const linkAt = (to: Cursor) => linkTo(request, { cursor: encodedCursor(to) })
  return ok({
    next: page.next && linkAt(nextCursor(page, page.next.position)),
    previous: page.previous && linkAt(previousCursor(page, page.previous.position)),
    results,
  })
}

function itemsAfter({ reverse, position }: Cursor, items: Ordered[]): Ordered[] {
  const ordered = reverse ? items.toReversed() : items
  return ordered.filter(
    item => position === null || (reverse ? item.position > position : item.position < position),
  )
}

type CursorPage = {
  size: number
  cursor: Cursor | null
  positions: string[]
  next: { position: string | null } | null
  previous: { position: string | null } | null
}

function nextCursor(page: CursorPage, nextPosition: string | null): Cursor {
  const { cursor, positions, previous, size } = page
  const isTurning = cursor?.reverse && cursor.offset !== 0
  const compare = isTurning ? (positions.at(-1) ?? nextPosition) : nextPosition
  const unique = uniquePosition(positions.toReversed(), compare)
  if (positions.length === 0) return { ...unique, reverse: false, position: nextPosition }
  if (unique.position !== null) return { ...unique, reverse: false }
  if (previous === null) return { offset: size, reverse: false, position: null }
  if (cursor?.reverse) return { offset: 0, reverse: false, position: previous.position }
  const offset = (cursor?.offset ?? 0) + size
  return { offset, reverse: false, position: previous.position }
}

function previousCursor(page: CursorPage, previousPosition: string | null): Cursor {
  const { cursor, positions, next, size } = page
  const isTurning = cursor !== null && !cursor.reverse && cursor.offset !== 0
  const compare = isTurning ? (positions[0] ?? previousPosition) : previousPosition
  const unique = uniquePosition(positions, compare)
  if (positions.length === 0) return { ...unique, reverse: true, position: previousPosition }
  if (unique.position !== null) return { ...unique, reverse: true }
  if (next === null) return { offset: size, reverse: true, position: null }
  if (!cursor?.reverse) return { offset: 0, reverse: true, position: next.position }
  return { offset: cursor.offset + size, reverse: true, position: next.position }
}

/** The first position that differs from the one before it, and how many items share that position. */
function uniquePosition(positions: string[], first: string | null) {
  let compare = first
  let offset = 0
  for (const position of positions) {
    if (position !== compare) return { offset, position }
    compare = position
    offset++
  }
  return { offset, position: null }
}

function encodedCursor({ offset, reverse, position }: Cursor): string {
  const tokens = new URLSearchParams()
  if (offset !== 0) tokens.set('o', String(offset))
  if (reverse) tokens.set('r', '1')
  if (position !== null) tokens.set('p', position)
  return btoa(tokens.toString())
}

/** undefined if the text is not a cursor. */
/** null for no cursor, undefined for an invalid one. */
function decoded(encoded: string | null): Cursor | null | undefined {
  if (encoded === null) return null
  try {
    const tokens = new URLSearchParams(atob(encoded))
    return {
      offset: positive(tokens.get('o')) ?? 0,
      reverse: tokens.get('r') === '1',
      position: tokens.get('p'),
    }
  } catch {
    return undefined
  }
}

/** `replace_query_param`, and `remove_query_param` for null. */
function linkTo(request: URL, parameters: Record<string, string | null>): string {
  const link = new URL(request)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) link.searchParams.delete(name)
    else link.searchParams.set(name, value)
  }
  link.searchParams.sort()
  return link.href
}

function positive(text: string | null): number | null {
  const number = Number(text?.trim() || Number.NaN)
  return Number.isInteger(number) && number > 0 ? number : null
}

const ok = (body: unknown): Answer => ({ status: 200, body })
const notFound = (detail: string): Answer => ({ status: 404, body: { detail } })
