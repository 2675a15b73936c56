import * as z from 'zod/mini'
import { sortBy } from './pages/sort-order.ts'
import { StorableText } from './text/request-text.ts'

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
export const RunName = StorableText.check(z.maxLength(500))

/** The query parameter `cause` of a run's items: only those with one of these causes, as the run lists them. */
export const ReplayItemCauses = repeatedParameter(RunName, 20)
