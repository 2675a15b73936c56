import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplayItem } from '../../../contract/replay.ts'
import type { ReplayTarget } from './replay-target.ts'
import { isUnderWay, latestReplay } from './replay-words.ts'
import { rememberRun, replayRunQuery, startReplay } from './replays-query.ts'

/**
 * The replay of one event: starts it and follows it until it has come out.
 *
 * @param known the latest replay of the event that the list of replays told of
 */
export function useReplay(target: ReplayTarget, known: ReplayItem | null) {
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: () => startReplay(target),
    onSuccess: run => rememberRun(queryClient, run),
    // Someone else may have begun one: show theirs.
    onError: () => queryClient.invalidateQueries({ queryKey: ['replay-items', target.list] }),
  })

  const begun = latestReplay(known, itemOf(start.data?.items, target.id))
  const run = useQuery({
    ...replayRunQuery(begun?.run_id ?? ''),
    enabled: begun !== null && isUnderWay(begun.state),
  })
  const item = latestReplay(begun, itemOf(run.data?.items, target.id))

  return {
    item,
    replay: () => start.mutate(),
    isUnderWay: start.isPending || (item !== null && isUnderWay(item.state)),
    /** Why the last press of the button started nothing. */
    error: start.error,
    /** The run goes on, but can't be seen just now. */
    isOutOfSight: run.isError,
    wasStartedHere: !start.isIdle,
  }
}

function itemOf(items: ReplayItem[] | undefined, id: string): ReplayItem | undefined {
  return items?.find(item => item.event_id === id)
}
