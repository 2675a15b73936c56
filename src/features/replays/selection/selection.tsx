import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { ReplayRun } from '../../../../contract/replay.ts'
import type { ReplayRequest } from '../../../../contract/replay-request.ts'
import { guardInput } from '../../../forms/reload.ts'
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
  load: (signal: AbortSignal) => Promise<NamedTarget[]>
}

export const NOTHING_SELECTED: Selection = {
  scope: null,
  events: new Map(),
  isAll: false,
}

export function hasEvents({ isAll, events }: Selection): boolean {
  return isAll || events.size > 0
}

export function hasScope(
  { scope }: Selection,
  { list, from_date, to_date }: Pick<ReplayRun, 'list' | 'from_date' | 'to_date'>,
): boolean {
  return scope?.list === list && scope.from_date === from_date && scope.to_date === to_date
}

/**
 * The selection with these events, or without them. A request can't say "all but one", so if everything was selected,
 * the other rows of the table are left.
 *
 * @param rows of the table
 */
export function withEvents(
  selection: Selection,
  { list, from_date, to_date }: SelectionScope,
  changed: NamedTarget[],
  { isOn = true, rows = [] }: { isOn?: boolean; rows?: NamedTarget[] } = {},
): Selection {
  const scope = { list, from_date, to_date }
  const before = selection.isAll ? byId(rows) : [...selection.events]
  const events = new Map(hasScope(selection, scope) ? before : [])
  for (const { id, page, cursor, page_size } of changed) {
    if (!isOn) events.delete(id)
    // It keeps the page on which it was selected first.
    else if (!events.has(id)) events.set(id, { id, page, cursor, page_size })
  }
  return { scope, events, isAll: false }
}

function byId(targets: NamedTarget[]) {
  return targets.map(target => [target.id, target] as const)
}

export function selectedAmong({ isAll, events }: Selection, targets: NamedTarget[]): NamedTarget[] {
  return isAll ? targets : targets.filter(({ id }) => events.has(id))
}

export function withAll({ list, from_date, to_date }: SelectionScope): Selection {
  return { ...NOTHING_SELECTED, scope: { list, from_date, to_date }, isAll: true }
}

/** With more events, nearly every page is read in any case, so their pages are left out. */
const MAX_WITH_TURN = 1_000

/** The length of all ids together. The page of an event adds 40 characters, and a request may have 4 MiB. */
const MAX_CHARACTERS_WITH_PAGE = 2_000_000

/** Cursors and ids can be long, and a request for a run has a limit. */
export function namedTargets(targets: NamedTarget[]): Extract<ReplayRequest['events'], unknown[]> {
  if (targets.length <= MAX_WITH_TURN) {
    return targets.map(({ id, page, cursor, page_size }) => ({ id, page, cursor, page_size }))
  }
  const characters = targets.reduce((sum, { id }) => sum + id.length, 0)
  if (characters > MAX_CHARACTERS_WITH_PAGE) return targets.map(({ id }) => ({ id }))
  return targets.map(({ id, page, page_size }) => ({ id, page, page_size }))
}

export function selectionRequest(
  { isAll, events }: Selection,
  { list, from_date, to_date }: SelectionScope,
): ReplayRequest {
  const targets = isAll ? ('all' as const) : namedTargets([...events.values()])
  return { list, from_date, to_date, events: targets }
}

type SelectionState = {
  selection: Selection
  select: (change: (selection: Selection) => Selection) => void
}

const SelectionContext = createContext<SelectionState>({
  selection: NOTHING_SELECTED,
  select: () => {},
})

let kept: { owner: string; selection: Selection } | null = null

type SelectionProviderProps = {
  /** The person who selects. A kept selection is restored only for them. */
  owner: string
  children: ReactNode
}

/**
 * Keeps the selection, so that it survives a visit to a draft run, and a sign-in after the session has
 * ended. Signing out clears it first.
 */
export function SelectionProvider({ owner, children }: SelectionProviderProps) {
  const [selection, select] = useState(kept?.owner === owner ? kept.selection : NOTHING_SELECTED)
  useEffect(() => {
    const unguard = guardInput(() => hasEvents(selection))
    return () => {
      unguard()
      kept = { owner, selection }
    }
  }, [owner, selection])
  const state = useMemo(() => ({ selection, select }), [selection])
  return <SelectionContext value={state}>{children}</SelectionContext>
}

export function useSelection(): SelectionState {
  return use(SelectionContext)
}

/** Whether events of this list and these days are selected. A selection of others ends. */
export function useHasSelected({ list, from_date, to_date }: SelectionScope): boolean {
  const { selection, select } = useSelection()
  useEffect(() => {
    const scope = { list, from_date, to_date }
    select(current => (hasScope(current, scope) ? current : NOTHING_SELECTED))
  }, [list, from_date, to_date, select])
  return hasEvents(selection)
}
