import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReplayItem } from '../../../../contract/replay.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { replayHistoryQuery, withLatest } from './replay-history-query.ts'

/**
 * Every replay of an event that is known, the first one first, and the query that reads them.
 *
 * @param latest what the list knows of the last one, which may be newer
 */
export function useReplayHistory(target: ReplayTarget, latest: ReplayItem | null) {
  const history = useQuery({
    ...replayHistoryQuery(target, latest),
    placeholderData: keepPreviousData,
  })
  return { history, replays: withLatest(history.data ?? [], latest) }
}
