import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ReplayRun, ReplayRunDetails } from '../../../../contract/replay.ts'
import { request } from '../../../api/request.ts'
import { replayRunQuery } from '../replay-runs-query.ts'

export type RunChange =
  | { to: 'start'; include_delivered: boolean; include_handled: boolean }
  | { to: 'pause' | 'resume' | 'cancel' | 'discard' }

/**
 * Starts, pauses, resumes, cancels or discards a run. The page changes after the server has confirmed it.
 *
 * @param onStarted called then, even if another page is shown by that time
 */
export function useRunChange(id: string, onStarted?: () => void) {
  const queryClient = useQueryClient()
  const { queryKey } = replayRunQuery(id)
  return useMutation({
    mutationFn: ({ to, ...body }: RunChange) =>
      request(ReplayRunDetails, `/gateway/replays/${id}/${to}`, {
        method: 'POST',
        body: to === 'start' ? body : undefined,
      }),
    onSuccess: async (run, { to }) => {
      if (to === 'start') onStarted?.()
      // An older answer that arrives later must not replace it.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, run)
    },
    // Someone else may have changed the run first, so load it again.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

/** Creates a draft run of the failed events of a run and opens it. */
export function useReplayAgain(id: string) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      request(ReplayRun, `/gateway/replays/${id}/again`, { method: 'POST', expect: [201] }),
    onSuccess: run => navigate({ to: '/replays/$runId', params: { runId: run.id } }),
  })
}
