import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ReplayRun } from '../../../../contract/replay.ts'
import { request } from '../../../api/request.ts'

/** Makes a new run of what a run failed with, and leads to it: it is looked over before it is sent. */
export function useReplayAgain(id: string) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      request(ReplayRun, `/gateway/replays/${id}/again`, { method: 'POST', expect: [201] }),
    onSuccess: run => navigate({ to: '/replays/$runId', params: { runId: run.id } }),
  })
}
