import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReplayItem } from '../../../../contract/replay.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useWhenOnlineAgain } from '../../../api/use-is-online.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { isUnderWay } from '../replay-messages.ts'
import { refetchReplayed, rememberReplays, startReplay } from './replay-items-query.ts'
import { useIsStatusUnavailable } from './use-replay-items.ts'

/** A replay can end immediately. A shorter change of the button would look as if nothing happened. */
const SEEN_FOR_MS = 400

/**
 * The replay of one event.
 *
 * @param latest the latest known replay
 */
export function useReplay(target: ReplayTarget, latest: ReplayItem | null) {
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: async (isAnyway: boolean) => {
      const [item] = await Promise.all([
        startReplay(target, latest?.run_id ?? null, isAnyway),
        new Promise(resolve => setTimeout(resolve, SEEN_FOR_MS)),
      ])
      return item
    },
    onSuccess: item => rememberReplays(queryClient, target.list, [item]),
    onError: () => refetchReplayed(queryClient, target.list),
  })
  useWhenOnlineAgain(() => {
    if (start.error instanceof ApiError && start.error.kind === 'offline') start.reset()
  })
  return {
    /** @param isAnyway whether the person sends the event although it is marked as handled */
    replay: (isAnyway: boolean) => start.mutate(isAnyway),
    isUnderWay: start.isPending || (latest !== null && isUnderWay(latest.state)),
    /** Why the last click on the button started nothing. */
    error: start.error,
    /** It continues, but its status is unavailable. */
    isStatusUnavailable: useIsStatusUnavailable(target.list),
    wasStartedHere: !start.isIdle,
  }
}
