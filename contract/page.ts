import * as z from 'zod/mini'
import { WrittenNumber } from './written-number.ts'

/** The page size that a list has when none is asked for, and the most that one may ask for. */
export const DEFAULT_PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100

/** interface.md, "Pagination envelope", around items of one kind. */
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
  /** null where it doesn't say. */
  count: number | null
  next: string | null
  previous: string | null
  results: Item[]
}

/**
 * A page of a list where the interface doesn't say whether it is paginated: a flat array is the only
 * page there is, or cut into pages of `size`. What is missing around the items is told as far as the
 * rest tells it.
 *
 * @param page which one was asked for
 */
export function pageOrListOf<Item extends z.core.$ZodType>(
  item: Item,
  page = 1,
  size = Number.POSITIVE_INFINITY,
) {
  return z.pipe(
    z.pipe(
      z.unknown(),
      z.transform(answer => asPage(answer, page, size)),
    ),
    z.pipe(
      z
        .object({
          count: ifGood(WrittenNumber.check(z.refine(Number.isInteger), z.nonnegative())),
          next: ifGood(z.nullable(z.string())),
          previous: ifGood(z.nullable(z.string())),
          results: z.array(item),
        })
        .check(
          z.refine(links => page === 1 || !isFirstPageAgain(links), {
            path: ['next'],
            error: OTHER_PAGES,
          }),
        ),
      z.transform(({ count, next, previous, results }): Page<z.output<Item>> => {
        const isAll = page === 1 && next == null
        const least = count ?? (isAll ? 0 : null)
        const hasMore = results.length > 0 && page * results.length < (count ?? 0)
        return {
          count: least === null ? null : Math.max(least, results.length),
          next: next === undefined && hasMore ? `?page=${page + 1}` : (next ?? null),
          previous: previous === undefined && page > 1 ? `?page=${page - 1}` : (previous ?? null),
          results,
        }
      }),
    ),
  )
}

/** What is said where a later page can't be had. */
const OTHER_PAGES =
  'the service turns pages otherwise than by their number, so only the first one can be read'

/**
 * A service that pages by cursor or by offset pays no heed to the number: whichever page is asked
 * for, it sends the first, with nothing before it and a link onwards that names no page. To show
 * that as another page, or to read it as the rest of a list, would be wrong without a word.
 */
function isFirstPageAgain({ next, previous }: Links): boolean {
  return next != null && previous == null && !/[?&]page=/.test(next)
}

type Links = { next?: string | null | undefined; previous?: string | null | undefined }

/** A service that knows no pages sends all it has, whichever is asked for. */
function asPage(answer: unknown, page: number, size: number): unknown {
  const all = Array.isArray(answer) ? answer : allThereIs(answer, size)
  if (all === null) return answer
  const results = page === 1 ? all.slice(0, size) : all.slice((page - 1) * size, page * size)
  return { count: all.length, next: page * size < all.length ? undefined : null, results }
}

/** Such a service may still put its list into an envelope: then it has more than was asked for, and no next. */
function allThereIs(answer: unknown, size: number): unknown[] | null {
  const { success, data } = Envelope.safeParse(answer)
  if (!success || data.next != null || data.results.length <= size) return null
  const { count, results } = data
  return count === undefined || count === results.length ? results : null
}

const Envelope = z.object({
  count: z.optional(z.unknown()),
  next: z.optional(z.unknown()),
  results: z.array(z.unknown()),
})

const ifGood = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined)
