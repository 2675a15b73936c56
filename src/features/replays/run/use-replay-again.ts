import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ReplayRun } from '../../../../contract/replay.ts'
import { request } from '../../../api/request.ts'

/** Creates a draft run of the failed events of a run and opens it. */
export function useReplayAgain(id: string) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      request(ReplayRun, `/gateway/replays/${id}/again`, { method: 'POST', expect: [201] }),
    onSuccess: run => navigate({ to: '/replays/$runId', params: { runId: run.id } }),
  })
}
