import { useMutation } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { ReplayRun } from '../../../../contract/replay.ts'
import type { ReplayRequest } from '../../../../contract/replay-request.ts'
import { errorText } from '../../../api/error-messages.ts'
import { request } from '../../../api/request.ts'
import { ListSearch } from '../../event/list/list-search.ts'
import { listAddress } from '../list-of-run.ts'

/**
 * Creates a draft run of many events and opens its page, where it is checked before anything is
 * sent.
 *
 * @param from the list of these events; the list on screen if it is missing
 */
export function useCreateRun(from?: ListSearch) {
  const navigate = useNavigate()
  const { latestLocation } = useRouter()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: ReplayRequest) =>
      request(ReplayRun, '/gateway/replays', { method: 'POST', body, expect: [201] }),
    onSuccess: run =>
      navigate({
        to: '/replays/$runId',
        params: { runId: run.id },
        state: { fromList: listAddress(from ?? ListSearch.parse(latestLocation.search)) },
      }),
  })
  return {
    create: mutate,
    isPending,
    /** Why the run was not created; null if there is no error. */
    problem: error && `${errorText(error)} Nothing was sent.`,
  }
}
