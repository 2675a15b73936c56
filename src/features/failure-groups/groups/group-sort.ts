import { readSort, type SortOrder } from '../../../ui/table/sort-order.ts'
import type { FailureGroup } from '../../range/failure-group.ts'

const COLUMNS = ['name', 'events', 'calls', 'last'] as const
export type GroupColumn = (typeof COLUMNS)[number]
export type GroupSort = SortOrder<GroupColumn>

/** A group, with the number of events that are still missing; null if that is unknown. */
export type GroupRow = FailureGroup & { missing: number | null }

/** The most missing events first, unless the URL names an order. */
export function readGroupSort(text: string | undefined): GroupSort {
  return readSort(text, COLUMNS, { column: 'events', direction: 'descending' })
}

export function sortedGroups(groups: GroupRow[], { column, direction }: GroupSort): GroupRow[] {
  const sign = direction === 'ascending' ? 1 : -1
  return groups.toSorted((one, other) => sign * COMPARE[column](one, other))
}

const COMPARE: Record<GroupColumn, (one: GroupRow, other: GroupRow) => number> = {
  name: (one, other) => one.name.localeCompare(other.name),
  events: (one, other) =>
    missingOrAll(one) - missingOrAll(other) || one.events.length - other.events.length,
  calls: (one, other) => one.calls - other.calls,
  last: (one, other) => (one.last ?? 0) - (other.last ?? 0),
}

function missingOrAll({ missing, events }: GroupRow): number {
  return missing ?? events.length
}
