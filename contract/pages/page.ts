import * as z from 'zod/mini'
import { standardEnvelope } from '../text/envelope.ts'
import { ifGood, NumberOrNumericString } from '../text/json-inside.ts'
import {
  FIRST_PAGE,
  isUnnumbered,
  type NextPage,
  nextPlace,
  numbered,
  type PagePlace,
  type PageRequest,
  previousPlace,
} from './page-place.ts'

/** The default page size of a list, and the maximum that a request may ask for. */
export const DEFAULT_PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100

/** What a person can choose as the number of rows per page. */
export const PAGE_SIZES = [DEFAULT_PAGE_SIZE, 50, MAX_PAGE_SIZE]

/** docs/interface.md, "Pagination envelope", around items of one kind. */
export function pageOf<Item extends z.core.$ZodType>(item: Item) {
  return z.object({
    count: z.int().check(z.nonnegative()),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    results: z.array(item),
  })
}

/** A page of a list as any service may send it. */
export type Page<Item> = {
  /** null if the service doesn't say. */
  count: number | null
  next: NextPage
  /** null on the page that was requested as the first. */
  previous: PagePlace | null
  /** Whether the service names no previous page. A request for a later page may return the first again. */
  isFirst: boolean
  /** Whether the answer contained the whole list and `results` is a part. */
  isCut: boolean
  results: Item[]
}

/**
 * A page of a list that may be paginated or not: the interface doesn't say which. A flat array is the
 * only page, or is split into pages of `size`. Missing fields around the items are derived from the
 * others where possible.
 *
 * @param at the requested page
 * @param size of the pages that a whole list is split into
 */
export function pageOrListOf<Item extends z.core.$ZodType>(
  item: Item,
  at: PageRequest = FIRST_PAGE,
  size = Number.POSITIVE_INFINITY,
) {
  const { page, size: requestedSize = size } = at
  let isCut = false
  return z.pipe(
    z.pipe(
      z.unknown(),
      z.transform(said => {
        const answer = standardEnvelope(said)
        const all = allThereIs(answer, at, size)
        isCut = all !== null && all.length > size
        return all === null ? answer : slicePage(all, page, size)
      }),
    ),
    z.pipe(
      z.object({
        count: Count,
        pages: Count,
        next: ifGood(z.string()),
        previous: ifGood(z.string()),
        results: z.array(item),
      }),
      z.transform((said): Page<z.output<Item>> => {
        const { count, next, previous, results } = said
        const isFull = isSilent(said) && results.length === requestedSize
        const isAll = page === 1 && next == null && !isFull
        const least = count ?? (isAll ? 0 : null)
        const hasMore = isFull || isBeforeLast(page, said)
        // If the service names no next page, only a page number can lead to it.
        const isNumbered = next === undefined && at.cursor === undefined
        return {
          count: least === null ? null : Math.max(least, results.length),
          next: next ? nextPlace(next, at) : isNumbered && hasMore ? numbered(page + 1) : null,
          previous: previousPlace(previous, at),
          isFirst: previous == null,
          isCut,
          results,
        }
      }),
    ),
  )
}

/**
 * The whole list, which a service without pages sends for every page; null for a page. Such a
 * service may still put the list into an envelope, with more items than requested and no link.
 */
function allThereIs(answer: unknown, { cursor }: PageRequest, size: number): unknown[] | null {
  if (Array.isArray(answer)) return answer
  const { success, data } = Envelope.safeParse(answer)
  if (!success || cursor !== undefined || data.next != null || data.previous != null) return null
  const { count, results } = data
  if (results.length <= size) return null
  return count === undefined || count === results.length ? results : null
}

function slicePage(all: unknown[], page: number, size: number) {
  const results = page === 1 ? all.slice(0, size) : all.slice((page - 1) * size, page * size)
  return { count: all.length, next: page * size < all.length ? undefined : null, results }
}

type Said = { count?: number | null; pages?: number | null; results: unknown[] }

/** Whether nothing says how long the list is, so that only a full page shows that there may be another one. */
function isSilent({ count, pages, next, previous }: Said & { next?: unknown; previous?: unknown }) {
  return [count, pages, next, previous].every(said => said === undefined)
}

function isBeforeLast(page: number, { count, pages, results }: Said): boolean {
  return pages == null ? results.length > 0 && page * results.length < (count ?? 0) : page < pages
}

const Count = ifGood(NumberOrNumericString.check(z.refine(Number.isInteger), z.nonnegative()))

const Envelope = z.object({
  count: z.optional(z.unknown()),
  next: z.optional(z.unknown()),
  previous: z.optional(z.unknown()),
  results: z.array(z.unknown()),
})

/**
 * Whether a service sent its first page although the request named another page number: no page comes
 * before it, and its `next` link has something other than a number.
 */
export function isFirstPageAgain(
  { isFirst, next }: Pick<Page<unknown>, 'isFirst' | 'next'>,
  at: PageRequest,
): boolean {
  return at.page > 1 && at.cursor === undefined && isFirst && isUnnumbered(next)
}
