import type { ReplayRequest } from '../../../../contract/replay.ts'
import type { NamedTarget } from '../../event/list/replay-target.ts'
import type { Selection, SelectionScope } from './selection.ts'

/** Of more events than this, nearly every page is read anyhow: how to get to each is left out. */
const MAX_WITH_TURN = 1_000

/** Of all ids together. With its page an event takes 40 characters more, and a request may have 4 MiB. */
const MAX_CHARACTERS_WITH_PAGE = 2_000_000

/** Turns and ids can be long, and a request for a run has a limit. */
export function namedTargets(
  targets: Omit<NamedTarget, 'failed_at'>[],
): Exclude<ReplayRequest['events'], 'all'> {
  if (targets.length <= MAX_WITH_TURN) {
    return targets.map(({ id, page, cursor, page_size }) => ({ id, page, cursor, page_size }))
  }
  const characters = targets.reduce((sum, { id }) => sum + id.length, 0)
  if (characters > MAX_CHARACTERS_WITH_PAGE) return targets.map(({ id }) => ({ id }))
  return targets.map(({ id, page, page_size }) => ({ id, page, page_size }))
}

/** What a run of the selected events is asked for. */
export function selectionRequest(
  { isAll, events }: Selection,
  { list, from_date, to_date }: SelectionScope,
): ReplayRequest {
  const meant = isAll ? ('all' as const) : namedTargets([...events.values()])
  return { list, from_date, to_date, events: meant }
}
