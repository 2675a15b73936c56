import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { type ReplayItem, ReplayItemState, ReplayRunDetails } from '../../../../contract/replay.ts'
import { request } from '../../../api/request.ts'
import { readReplayItems } from './replay-items-query.ts'

export async function followReplays(
  list: FailedEventList,
  underWay: ReplayItem[],
  signal: AbortSignal,
): Promise<ReplayItem[]> {
  const ids = underWay.map(item => item.event_id)
  const items = await readReplayItems(list, ids, signal)
  const isFollowed = ({ run_id }: ReplayItem) => underWay.some(item => item.run_id === run_id)
  // A skipped event may have an older replay with an outcome, which is then the answer.
  const absent = underWay.filter(({ run_id }) => !items.some(item => item.run_id === run_id))
  const lookedUp = await Promise.all(absent.map(item => itemOfRun(item, signal)))
  const answers = items.filter(item => item.state !== 'skipped' || isFollowed(item))
  return [...lookedUp.filter(item => item !== null), ...answers]
}

/** The state of an event from its run of one event, while the run loads and when it has finished. */
async function itemOfRun(item: ReplayItem, signal: AbortSignal): Promise<ReplayItem | null> {
  const run = await request(ReplayRunDetails, `/gateway/replays/${item.run_id}`, { signal })
  if (run.state === 'reading') return { ...item, reason: run.problem }
  const state = ReplayItemState.options.find(one => run.counts[one] > 0) ?? 'skipped'
  const reason = run.problem ?? run.causes[0]?.cause ?? null
  const isOver = run.state === 'finished' || run.state === 'cancelled' || run.state === 'broken'
  return isOver ? { ...item, state, reason } : null
}
