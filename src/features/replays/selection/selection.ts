import type { ReplayRun } from '../../../../contract/replay.ts'
import { NOTHING, type RowSelection, selectionOf } from '../../../ui/table/row-selection.ts'
import type { NamedTarget, ReplayTarget } from '../../event/list/replay-target.ts'

export type SelectionScope = Pick<ReplayTarget, 'list' | 'from_date' | 'to_date'>

/** The events that a person has selected on any pages, to replay them together. */
export type Selection = {
  /** null before the first selection. */
  scope: SelectionScope | null
  /** The events by id, each with its page when it was selected. */
  events: ReadonlyMap<string, NamedTarget>
  /** Everything that the range lists, including pages that were not opened. */
  isAll: boolean
}

/** The events that match a filter. `key` names them in the query cache. */
export type Matches = {
  key: unknown[]
  count: number
  load: (signal: AbortSignal) => Promise<NamedTarget[]>
}

export const NOTHING_SELECTED: Selection = {
  scope: null,
  events: new Map(),
  isAll: false,
}

export function hasScope(
  { scope }: Selection,
  { list, from_date, to_date }: Pick<ReplayRun, 'list' | 'from_date' | 'to_date'>,
): boolean {
  return scope?.list === list && scope.from_date === from_date && scope.to_date === to_date
}

/**
 * The selection as a table holds it, by ids.
 *
 * @param ids of the table's rows. If everything is selected, these are.
 */
export function selectedRows(
  selection: Selection,
  scope: SelectionScope,
  ids: () => Iterable<string>,
): RowSelection {
  if (!hasScope(selection, scope)) return NOTHING
  return selectionOf(selection.isAll ? ids() : selection.events.keys())
}

/**
 * The selection after a table has changed it. A request can't say "all but one", so if everything
 * was selected, the rows of the table are left that are still selected there.
 *
 * @param targets the rows of the table
 */
export function withSelectedRows(
  selection: Selection,
  { list, from_date, to_date }: SelectionScope,
  targets: NamedTarget[],
  rows: RowSelection,
): Selection {
  const scope = { list, from_date, to_date }
  const before = hasScope(selection, scope) ? selection.events : new Map<string, NamedTarget>()
  const events = new Map([...before].filter(([id]) => rows[id]))
  for (const { id, page, cursor, page_size, failed_at } of targets) {
    if (rows[id] && !events.has(id)) events.set(id, { id, page, cursor, page_size, failed_at })
  }
  return { scope, events, isAll: false }
}

export function withEvents(
  selection: Selection,
  { list, from_date, to_date }: SelectionScope,
  targets: NamedTarget[],
): Selection {
  const scope = { list, from_date, to_date }
  const before = hasScope(selection, scope) ? selection.events : []
  const events = new Map([...before, ...targets.map(target => [target.id, target] as const)])
  return { scope, events, isAll: false }
}

export function selectedAmong({ isAll, events }: Selection, targets: NamedTarget[]): NamedTarget[] {
  return isAll ? targets : targets.filter(({ id }) => events.has(id))
}

export function withAll({ list, from_date, to_date }: SelectionScope): Selection {
  return { ...NOTHING_SELECTED, scope: { list, from_date, to_date }, isAll: true }
}
