import * as z from 'zod/mini'

/**
 * A page of a list. A service with numbered pages gets `page`. Any other service, such as one that
 * pages by cursor or by offset, gets `cursor`, and `page` is only a count.
 */
export type PagePlace = {
  /** Begins at 1. The first page needs no `cursor`. */
  page: number
  /** The parameters of the service's own link to the page, as a query without "?". */
  cursor: string | undefined
}

/** The largest integer of a database column. No list has so many pages or items. */
export const MAX_INTEGER = 2 ** 31 - 1

/** A page as requests and URLs name it: without a `cursor` if the number is enough. */
export type PageRequest = {
  page: number
  cursor?: string | undefined
  /** How many items the request asked for. */
  size?: number | undefined
}

/** The value for the next page if the service has more, but its link leads to nothing new. */
export const NOWHERE = 'nowhere'

/** null on the last page. */
export type NextPage = PagePlace | typeof NOWHERE | null

export const FIRST_PAGE = numbered(1)

export function numbered(page: number): PagePlace {
  return { page, cursor: undefined }
}

export function isPlace(next: NextPage | undefined): next is PagePlace {
  return typeof next === 'object' && next !== null
}

/** Whether the next page can't be requested by its number. */
export function isUnnumbered(next: NextPage): boolean {
  return next === NOWHERE || next?.cursor !== undefined
}

/**
 * The query of a request for a page.
 *
 * @param own the request's own parameters, such as its days, which no link changes
 */
export function pageQuery(
  { page, cursor }: PageRequest,
  own: Record<string, string>,
): URLSearchParams {
  const query = new URLSearchParams(cursor ?? { page: String(page) })
  for (const [name, value] of Object.entries(own)) query.set(name, value)
  return query
}

/**
 * Where a `next` link leads from the page `at`. Only its parameters are used: a link can name an
 * internal host, or one that must not get the token.
 */
export function nextPlace(link: string, at: PageRequest): PagePlace | typeof NOWHERE {
  const { page, cursor } = readLink(link)
  const isLater = Number.isInteger(page) && page > at.page && page <= MAX_INTEGER
  if (cursor ? cursor === at.cursor : !isLater) return NOWHERE
  return { page: isLater ? page : at.page + 1, cursor }
}

/** Where a `previous` link leads; without one, to the page before, or to the first one. */
export function previousPlace(
  link: string | null | undefined,
  { page, cursor }: PageRequest,
): PagePlace | null {
  if (page === 1) return null
  if (!cursor) return numbered(page - 1)
  // Pages are counted from the first one, so the page before the second is the current beginning.
  const before = page > 2 && link ? readLink(link).cursor : cursor
  return before && before !== cursor ? { page: page - 1, cursor: before } : FIRST_PAGE
}

/** Every request sets these itself. */
const OWN = ['from_date', 'to_date', 'page_size']

/** Longer than any known cursor, and short enough for a URL. */
const MAX_LENGTH = 2_000

function readLink(link: string): { page: number; cursor: string | undefined } {
  const query = new URLSearchParams(/\?([^#]*)/.exec(link)?.[1])
  const page = Number(query.get('page'))
  for (const name of OWN) query.delete(name)
  // Links of a service that doesn't know `page` keep the value of the first request.
  if (page === 1) query.delete('page')
  // A page number alone needs no link.
  const cursor = String(query).replace(/^page=[^&]*$/, '')
  return { page, cursor: cursor && cursor.length <= MAX_LENGTH ? cursor : undefined }
}

/** A `cursor` from a URL or a request. */
export const Cursor = z.string().check(z.refine(text => readLink(`?${text}`).cursor === text))
