/*
 * Pages like those of the three paginators of Django REST Framework (`rest_framework/pagination.py`). Their
 * links are absolute, name an internal host of the service, keep every parameter of the request, and sort
 * the parameters.
 */

export type Paginator = 'page number' | 'limit and offset' | 'cursor'
export const PAGINATORS: Paginator[] = ['page number', 'limit and offset', 'cursor']

type Listed = {
  items: unknown[]
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
export function drfPage(
  paginator: Paginator,
  url: string,
  { items, pageSize = 20 }: Listed,
): Answer {
  const request = new URL(url, HOST)
  const size = (name: string) =>
    Math.min(positive(request.searchParams.get(name)) ?? pageSize, pageSize)
  if (paginator === 'page number') return numberedPage(request, items, size('page_size'))
  if (paginator === 'limit and offset') return offsetPage(request, items, size('limit'))
  return cursorPage(request, items, pageSize)
}

function numberedPage(request: URL, items: unknown[], size: number): Answer {
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

function offsetPage(request: URL, items: unknown[], limit: number): Answer {
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

/**
 * Its answers have no count, and it ignores `page_size`. A cursor contains how many items are left from its
 * page on, so it leads to the same page when the list has grown at its beginning.
 */
function cursorPage(request: URL, items: unknown[], size: number): Answer {
  const cursor = request.searchParams.get('cursor')
  const left = cursor === null ? items.length : positive(decoded(cursor))
  if (left === null) return notFound('Invalid cursor')
  const start = items.length - left
  const linkAt = (count: number) => linkTo(request, { cursor: btoa(`left ${count}`) })
  return ok({
    next: left > size ? linkAt(left - size) : null,
    previous: start > 0 ? linkAt(left + size) : null,
    results: items.slice(Math.max(0, start), Math.max(0, start + size)),
  })
}

function decoded(cursor: string): string | null {
  return /^[\w+/]+=*$/.test(cursor) && cursor.length % 4 === 0
    ? (/^left (\d+)$/.exec(atob(cursor))?.[1] ?? null)
    : null
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
