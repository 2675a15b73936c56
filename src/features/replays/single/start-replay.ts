import { type ReplayItem, ReplayRun } from '../../../../contract/replay.ts'
import { request } from '../../../api/request.ts'
import { type ReplayTarget, replayRequest } from '../../event/list/replay-target.ts'

/**
 * Starts a replay of one event.
 *
 * @param isAnyway whether the person sends it although it is marked as handled
 * @returns the replay, whose event may not be loaded from the service yet
 * @throws ApiError of kind `conflict` if someone else has replayed the event or marked it as handled in the meantime
 */
export async function startReplay(
  target: ReplayTarget,
  seenRunId: string | null,
  isAnyway: boolean,
): Promise<ReplayItem> {
  const run = await request(ReplayRun, '/gateway/replays', {
    method: 'POST',
    body: replayRequest(target, seenRunId, isAnyway),
    expect: [201],
  })
  return {
    run_id: run.id,
    event_id: target.id,
    list: target.list,
    state: 'queued',
    receiver_url: null,
    reason: null,
    who: run.who,
    created_at: run.created_at,
    attempts: [],
    replays: 0,
  }
}
