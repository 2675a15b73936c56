import { readSort, type Sort } from './sort.ts'

export const EVENT_COLUMNS = ['failed_at', 'company', 'caller', 'cause', 'receiver'] as const
export type EventColumn = (typeof EVENT_COLUMNS)[number]
export type EventSort = Sort<EventColumn>

/** Newest first, where the address says nothing. */
export function readEventSort(text: string | undefined): EventSort {
  return readSort(text, EVENT_COLUMNS, { column: 'failed_at', direction: 'descending' })
}
