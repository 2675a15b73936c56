import * as z from 'zod/mini'

/** A query parameter that may be repeated. One value comes as a text, several as a list. */
export function repeatedParameter<Item extends z.core.$ZodType<string, string>>(
  item: Item,
  maximum: number,
) {
  return z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.transform(values => [values].flat()),
    ),
    z.array(item).check(z.maxLength(maximum)),
  )
}

type SortBy<Column extends string> = Column | `-${Column}`

/** `failed_again` is the number of such events in the run. */
export const RUN_SORT_COLUMNS = ['created_at', 'who', 'events', 'failed_again'] as const

/** `sort` of GET /gateway/replays. */
export const ReplayRunSort = sortBy(RUN_SORT_COLUMNS)

export type ReplayRunSort = z.infer<typeof ReplayRunSort>

/** `sent_at` is the time of the last attempt. */
export const ITEM_SORT_COLUMNS = ['company', 'receiver_url', 'state', 'sent_at'] as const

/** `sort` of GET /gateway/replays/:id/items. */
export const ReplayItemSort = sortBy(ITEM_SORT_COLUMNS)

export type ReplayItemSort = z.infer<typeof ReplayItemSort>

/** Longer than the names that a run stores. */
export const RunName = z.string().check(
  z.maxLength(500),
  z.refine(text => !text.includes('\0') && text.isWellFormed(), 'This text can’t be stored.'),
)

export const MAX_CAUSES_ASKED = 20

/** The query parameter `cause` of a run's items: only those with one of these causes, as the run lists them. */
export const ReplayItemCauses = repeatedParameter(RunName, MAX_CAUSES_ASKED)

/** The order of a list: the name of a column, or "-" and its name for descending. */
export function sortBy<const Column extends string>(columns: readonly Column[]) {
  return z.enum(columns.flatMap((column): SortBy<Column>[] => [column, `-${column}`]))
}

/** Splits a value of `sortBy`. */
export function columnAndDirection<Column extends string>(
  sort: SortBy<Column>,
  columns: readonly Column[],
): { column: Column; isDescending: boolean } {
  const column = columns.find(name => name === sort)
  if (column !== undefined) return { column, isDescending: false }
  const descending = columns.find(name => `-${name}` === sort)
  if (descending === undefined) throw new Error(`No column is called ${sort}`)
  return { column: descending, isDescending: true }
}
