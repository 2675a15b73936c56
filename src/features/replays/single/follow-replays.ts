import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { type ReplayItem, ReplayItemState, ReplayRunDetails } from '../../../../contract/replay.ts'
import { request } from '../../../api/request.ts'
import { readReplayItems } from './replays-query.ts'

/** How far replays that were under way have come by now. */
export async function followReplays(
  list: FailedEventList,
  underWay: ReplayItem[],
  signal: AbortSignal,
): Promise<ReplayItem[]> {
  const ids = underWay.map(item => item.event_id)
  const items = await readReplayItems(list, ids, signal)
  // An event that was skipped may have an older replay that says more: then that is the answer.
  const absent = underWay.filter(({ run_id }) => !items.some(item => item.run_id === run_id))
  const lookedUp = await Promise.all(absent.map(item => itemOfRun(item, signal)))
  return [...lookedUp.filter(item => item !== null), ...items]
}

/** What the item's run of one event says of it while it is being read, and when it is finished. */
async function itemOfRun(item: ReplayItem, signal: AbortSignal): Promise<ReplayItem | null> {
  const run = await request(ReplayRunDetails, `/gateway/replays/${item.run_id}`, { signal })
  if (run.state === 'reading') return { ...item, reason: run.problem }
  const state = ReplayItemState.options.find(one => run.counts[one] > 0) ?? 'skipped'
  const reason = run.problem ?? run.causes[0]?.cause ?? null
  const isOver = run.state === 'finished' || run.state === 'cancelled' || run.state === 'broken'
  return isOver ? { ...item, state, reason } : null
}
