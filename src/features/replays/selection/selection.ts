import * as z from 'zod/mini'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import { Cursor } from '../../../../contract/pages/page-place.ts'
import { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import type { NamedTarget, ReplayTarget } from '../../event/list/replay-target.ts'

/** The list and the days of a selection. */
export type SelectionScope = Pick<ReplayTarget, 'list' | 'from_date' | 'to_date'>

/** The events that a person has selected on any pages, to replay them together. */
export type Selection = {
  /** null before the first selection. */
  scope: SelectionScope | null
  /** By id, with the page of each event when it was selected. */
  events: ReadonlyMap<string, NamedTarget>
  /** Everything that the range lists, including pages that were not opened. */
  isAll: boolean
  /** The id that was selected last. With Shift, a range starts there. */
  anchor: string | null
}

export const NOTHING_SELECTED: Selection = {
  scope: null,
  events: new Map(),
  isAll: false,
  anchor: null,
}

/** A selection as it is stored while the page reloads. */
export const KeptSelection = z.pipe(
  z.object({
    scope: z.nullable(
      z.object({ list: FailedEventList, from_date: CalendarDate, to_date: CalendarDate }),
    ),
    events: z.array(
      z.object({
        id: z.string(),
        page: z.int(),
        cursor: z.optional(Cursor),
        page_size: z.int(),
        failed_at: z._default(z.nullable(z.string()), null),
      }),
    ),
    isAll: z.boolean(),
    anchor: z.nullable(z.string()),
  }),
  z.transform(
    ({ events, ...kept }): Selection => ({
      ...kept,
      events: new Map(events.map(event => [event.id, event])),
    }),
  ),
)

export function hasScope(
  { scope }: Selection,
  { list, from_date, to_date }: SelectionScope,
): boolean {
  return scope?.list === list && scope.from_date === from_date && scope.to_date === to_date
}

export function isSelected(selection: Selection, target: ReplayTarget): boolean {
  return hasScope(selection, target) && (selection.isAll || selection.events.has(target.id))
}

/**
 * Selects or deselects one event. With Shift, it does the same for every event between it and the
 * previous one.
 *
 * @param page the events of the page, in the displayed order
 */
export function withTick(
  selection: Selection,
  target: ReplayTarget,
  page: ReplayTarget[],
  { isOn, isShift }: { isOn: boolean; isShift: boolean },
): Selection {
  const at = page.findIndex(({ id }) => id === target.id)
  const from = isShift ? page.findIndex(({ id }) => id === selection.anchor) : -1
  const meant =
    from < 0 || at < 0 ? [target] : page.slice(Math.min(from, at), Math.max(from, at) + 1)
  return { ...withTicks(selection, meant, page, isOn), anchor: target.id }
}

/** Selects all events of a page, or none of them. */
export function withPage(selection: Selection, page: ReplayTarget[], isOn: boolean): Selection {
  return withTicks(selection, page, page, isOn)
}

export function withAll({ list, from_date, to_date }: SelectionScope): Selection {
  return { ...NOTHING_SELECTED, scope: { list, from_date, to_date }, isAll: true }
}

/** A request can't say "all but one", so deselecting an event of "all" leaves the rest of its page. */
function withTicks(
  selection: Selection,
  meant: ReplayTarget[],
  page: ReplayTarget[],
  isOn: boolean,
): Selection {
  const [first] = meant
  if (first === undefined) return selection
  const { list, from_date, to_date } = first
  const isSame = hasScope(selection, first)
  const events = new Map(isSame ? selection.events : [])
  if (isSame && selection.isAll) add(events, page)
  if (isOn) add(events, meant)
  else for (const { id } of meant) events.delete(id)
  return { scope: { list, from_date, to_date }, events, isAll: false, anchor: null }
}

function add(events: Map<string, NamedTarget>, targets: ReplayTarget[]) {
  for (const { id, page, cursor, page_size, failed_at } of targets) {
    events.set(id, { id, page, cursor, page_size, failed_at })
  }
}
