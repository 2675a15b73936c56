import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  FOLLOW_UPS_PATH,
  type FollowUp,
  type FollowUpChange,
  type FollowUpFilter,
  type FollowUpKey,
  FollowUps,
  type LanguageChange,
  type NewNote,
} from '../../../contract/follow-up.ts'
import { errorText } from '../../api/error-messages.ts'
import { JUST_LOADED_MS, queryKeys } from '../../api/query-keys.ts'
import { request, sendChange } from '../../api/request.ts'
import { notify } from '../../ui/notification/notify.ts'
import { sessionQuery } from '../session/session-query.ts'
import { isSame } from './messages.ts'

const RELOAD_EVERY_MS = 30_000

/** All follow-ups of the account, which colleagues change. */
export const followUpsQuery = queryOptions({
  queryKey: queryKeys.followUps,
  staleTime: JUST_LOADED_MS,
  refetchInterval: RELOAD_EVERY_MS,
  queryFn: async ({ signal }) => (await request(FollowUps, FOLLOW_UPS_PATH, { signal })).results,
})

/** All of the account, the last changed one first; undefined until they are loaded. */
export function useFollowUps(): FollowUp[] | undefined {
  return useQuery(followUpsQuery).data
}

/** The follow-up of a receiver or a company; null if there is none. */
export function findFollowUp(all: FollowUp[], about: FollowUpKey): FollowUp | null {
  return all.find(one => isSame(one, about)) ?? null
}

/** The name of the person who is signed in; null if it is unknown. */
export function useMe(): string | null {
  return useQuery({ ...sessionQuery, enabled: false }).data?.name ?? null
}

/**
 * For the key of a query that filters by follow-up: it changes with them.
 *
 * @param version of the events
 */
export function useFilteredVersion(
  filter: FollowUpFilter | undefined,
  version: string | undefined,
) {
  const all = useFollowUps()
  if (filter === undefined || version === undefined) return version
  return `${version} ${all?.map(({ value, version, state }) => `${value} ${version} ${state}`)}`
}

type Change = Omit<FollowUpChange, keyof FollowUpKey | 'version'>

/** Changes the owner, the state or the ticket. If somebody was faster, a message says what it is now. */
export function useChangeFollowUp(about: FollowUpKey) {
  const queryClient = useQueryClient()
  return useFollowUpMutation(async (change: Change) => {
    // They may still be loading.
    const followUp = findFollowUp(await queryClient.ensureQueryData(followUpsQuery), about)
    const body: FollowUpChange = {
      ...about,
      version: followUp?.version ?? 0,
      // What was reopened by a failure stays open from now on, whatever happens to that event.
      ...(followUp?.recurred_at && { state: 'open' as const }),
      ...change,
    }
    return sendChange(FOLLOW_UPS_PATH, { method: 'PUT', body })
  })
}

/** Adds a note, or says that the customer was informed: `mutate({ kind, value, what: 'informed' })`. */
export function useAddNote() {
  return useFollowUpMutation((body: NewNote) =>
    sendChange(`${FOLLOW_UPS_PATH}/notes`, { method: 'POST', body }),
  )
}

/** Chooses the language of messages. */
export function useChooseLanguage() {
  return useFollowUpMutation((body: LanguageChange) =>
    sendChange(`${FOLLOW_UPS_PATH}/language`, { method: 'PUT', body }),
  )
}

function useFollowUpMutation<Body>(mutationFn: (body: Body) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onError: error => {
      notify({ text: errorText(error), isSuccess: false, topic: 'follow-up' })
    },
    // Also after an error: somebody else may have changed it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.followUps }),
  })
}
