import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReplayItem } from '../../../contract/replay.ts'
import type { ReplayTarget } from './replay-target.ts'
import { isUnderWay } from './replay-words.ts'
import { rememberReplays, startReplay } from './replays-query.ts'
import { useIsOutOfSight } from './use-replay-items.ts'

/**
 * The replay of one event.
 *
 * @param latest the last one that is known
 */
export function useReplay(target: ReplayTarget, latest: ReplayItem | null) {
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: () => startReplay(target, latest?.run_id ?? null),
    onSuccess: item => rememberReplays(queryClient, target.list, [item]),
    // Someone else may have begun one: show theirs.
    onError: () => queryClient.invalidateQueries({ queryKey: ['replay-items', target.list] }),
  })
  return {
    replay: () => start.mutate(),
    isUnderWay: start.isPending || (latest !== null && isUnderWay(latest.state)),
    /** Why the last press of the button started nothing. */
    error: start.error,
    /** It goes on, but can't be seen just now. */
    isOutOfSight: useIsOutOfSight(target.list),
    wasStartedHere: !start.isIdle,
  }
}
