import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ReplayRun } from '../../../../contract/replay.ts'
import type { ReplayRequest } from '../../../../contract/replay-request.ts'
import { describeError } from '../../../api/error-messages.ts'
import { request } from '../../../api/request.ts'
import * as messages from '../messages.ts'

/**
 * Creates a draft run of many events and opens its page, where it is checked before anything is
 * sent.
 */
export function useCreateRun() {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: ReplayRequest) =>
      request(ReplayRun, '/gateway/replays', { method: 'POST', body, expect: [201] }),
    onSuccess: run => navigate({ to: '/replays/$runId', params: { runId: run.id } }),
  })
  const failure = error && describeError(error)
  return {
    create: mutate,
    isPending,
    /** Why the run was not created; null if there is no error. */
    problem: failure && messages.runNotCreated(failure.title, failure.message),
  }
}
