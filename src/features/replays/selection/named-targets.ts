import type { ReplayRequest } from '../../../../contract/replay-request.ts'
import type { NamedTarget } from '../../event/list/replay-target.ts'
import type { Selection, SelectionScope } from './selection.ts'

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
