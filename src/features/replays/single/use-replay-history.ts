import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReplayItem } from '../../../../contract/replay.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { replayHistoryQuery, withLatest } from './replay-history-query.ts'

/**
 * Every known replay of an event, oldest first, and the query that loads them.
 *
 * @param latest the latest replay that the list knows, which may be newer
 */
export function useReplayHistory(target: ReplayTarget, latest: ReplayItem | null) {
  const history = useQuery({
    ...replayHistoryQuery(target, latest),
    placeholderData: keepPreviousData,
  })
  return { history, replays: withLatest(history.data ?? [], latest) }
}
