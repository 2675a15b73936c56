import type * as z from 'zod/mini'
import { sortBy } from './pages/sort-by.ts'

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
