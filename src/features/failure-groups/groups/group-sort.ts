import { readSort, type SortOrder } from '../../../ui/table/sort-order.ts'
import type { FailureGroup } from '../../range/failure-group.ts'

const COLUMNS = ['receiver', 'events', 'calls', 'last'] as const
export type GroupColumn = (typeof COLUMNS)[number]
export type GroupSort = SortOrder<GroupColumn>

/** The largest first unless the address names an order. */
export function readGroupSort(text: string | undefined): GroupSort {
  return readSort(text, COLUMNS, { column: 'events', direction: 'descending' })
}

export function sortedGroups(groups: FailureGroup[], { column, direction }: GroupSort) {
  const sign = direction === 'ascending' ? 1 : -1
  return groups.toSorted((one, other) => sign * COMPARE[column](one, other))
}

const COMPARE: Record<GroupColumn, (one: FailureGroup, other: FailureGroup) => number> = {
  receiver: (one, other) =>
    one.receiver.localeCompare(other.receiver) || one.cause.localeCompare(other.cause),
  events: (one, other) => one.events.length - other.events.length,
  calls: (one, other) => one.calls - other.calls,
  last: (one, other) => (one.last ?? 0) - (other.last ?? 0),
}
