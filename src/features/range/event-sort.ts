import { readSort, type SortOrder } from '../../ui/table/sort-order.ts'

export const EVENT_COLUMNS = ['failed_at', 'company', 'caller', 'cause', 'receiver'] as const
export type EventColumn = (typeof EVENT_COLUMNS)[number]
export type EventSort = SortOrder<EventColumn>

/** Newest first, unless the URL names an order. */
export function readEventSort(text: string | undefined): EventSort {
  return readSort(text, EVENT_COLUMNS, { column: 'failed_at', direction: 'descending' })
}
