import { useMutation } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { ReplayRun } from '../../../../contract/replay.ts'
import type { ReplayRequest } from '../../../../contract/replay-request.ts'
import { request } from '../../../api/request.ts'
import { ListSearch } from '../../event/list/list-search.ts'
import { listAddress } from '../list-of-run.ts'
import { formatNotSent } from '../replay-messages.ts'

/**
 * Creates a draft run and opens its page, where it is checked before anything is sent.
 *
 * @param from the list of its events; the list on screen if it is missing
 * @param path below the address of runs, for events of another run
 */
export function useCreateRun(from?: ListSearch, path = '') {
  const navigate = useNavigate()
  const { latestLocation } = useRouter()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: ReplayRequest | undefined) =>
      request(ReplayRun, `/gateway/replays${path}`, { method: 'POST', body, expect: [201] }),
    onSuccess: run =>
      navigate({
        to: '/replays/$runId',
        params: { runId: run.id },
        state: { fromList: listAddress(from ?? ListSearch.parse(latestLocation.search)) },
      }),
  })
  return {
    create: (body?: ReplayRequest) => mutate(body),
    isPending,
    error,
    /** Why the run was not created; null if there is no error. */
    problem: error && formatNotSent(error),
  }
}
