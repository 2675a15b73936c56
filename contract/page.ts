import * as z from 'zod/mini'

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

export type Page<Item> = {
  count: number
  next: string | null
  previous: string | null
  results: Item[]
}

/**
 * A list where the interface doesn't say whether it is paginated: a flat array is read as the only
 * page there is.
 */
export function pageOrListOf<Item extends z.core.$ZodType>(item: Item) {
  return z.union([
    pageOf(item),
    z.pipe(
      z.array(item),
      z.transform(results => ({ count: results.length, next: null, previous: null, results })),
    ),
  ])
}
