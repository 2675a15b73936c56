import {
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { formatNumber, plural } from '../../../format/numbers.ts'
import { notify } from '../../../ui/notification/notify.ts'
import { randomId } from '../../../ui/random-id.ts'
import { useBlockNumbers } from '../block/use-block-numbers.ts'
import * as messages from '../messages.ts'
import { numberCount } from '../records/block-summary.ts'
import { blocklistErrorMessage } from '../records/blocklist-errors.ts'

/** Numbers that were unblocked in this tab and can be blocked again. */
export type Unblocked = {
  id: string
  at: string
  context: EntityContext
  entity: Entity
  numbers: string[]
  isUndone: boolean
  /** Whether an undo was attempted. Numbers that are blocked now may have been blocked by it. */
  isTried: boolean
}

/** Kept only in memory, until the session ends. */
const historyQuery = queryOptions<Unblocked[]>({
  queryKey: ['unblocked in this visit'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Numbers that were unblocked in this session, newest first. */
export function useUnblockHistory(): Unblocked[] {
  return useQuery(historyQuery).data ?? []
}

/** @returns the id of the new entry */
export function addToHistory(
  queryClient: QueryClient,
  unblocked: Pick<Unblocked, 'context' | 'entity' | 'numbers'>,
): string {
  const id = randomId()
  const entry = { ...unblocked, id, at: new Date().toISOString(), isUndone: false, isTried: false }
  queryClient.setQueryData(historyQuery.queryKey, (history = []) => [entry, ...history])
  return id
}

export type Notification = {
  text: string
  /** Whether the action did all that was asked. Otherwise the message must not look like a success. */
  isSuccess: boolean
  undo?: string | null
}

/** Returns a function that says what the last action did, with Undo after an unblock. */
export function useBlocklistNotification(): (notification: Notification) => void {
  const queryClient = useQueryClient()
  const { mutateAsync: blockAgain } = useUndoUnblock()
  return ({ undo, ...message }) => {
    const run = async () => {
      const history = queryClient.getQueryData(historyQuery.queryKey)
      const unblocked = history?.find(({ id }) => id === undo)
      // It may have been undone in the meantime.
      if (unblocked && !unblocked.isUndone) await blockAgain(unblocked)
    }
    const action = undo ? { label: messages.undo, run } : undefined
    notify({ topic: 'blocklist', ...message, action })
  }
}

/**
 * Blocks numbers again after an unblock, and says so even if the button has disappeared by then.
 *
 * @param onUndone called afterwards
 */
export function useUndoUnblock(onUndone?: () => void) {
  const queryClient = useQueryClient()
  const { mutateAsync: block } = useBlockNumbers()
  return useMutation({
    onSuccess: notification => {
      notify({ topic: 'blocklist', ...notification })
      onUndone?.()
    },
    mutationFn: async (unblocked: Unblocked): Promise<Notification> => {
      const { id, context, entity, numbers, isTried } = unblocked
      const { summary, left, failure } = await block({ context, entity, numbers })
      const name = entity.name || entity.reference
      // The ones that could not be blocked again are left to undo.
      const rest = [...(summary?.missing ?? []), ...left]
      const to = rest.length > 0 ? { numbers: rest, isTried: true } : { isUndone: true }
      queryClient.setQueryData(historyQuery.queryKey, history =>
        history?.map(entry => (entry.id === id ? { ...entry, ...to } : entry)),
      )
      if (rest.length === 0) {
        const others = isTried ? 0 : (summary?.alreadyBlocked.length ?? 0)
        const by = others > 0 ? ` ${formatAlreadyBlocked(others, numbers.length)}` : ''
        return {
          text: `${messages.oneOrCounted(numbers)} blocked again for ${name}.${by}`,
          isSuccess: true,
        }
      }
      const done = `${formatNumber(numbers.length - rest.length)} of ${numberCount(numbers.length)} blocked again for ${name}.`
      const why = failure === null ? '' : ` ${blocklistErrorMessage(failure).message}`
      return {
        text: `${done}${why} To try the rest again, open “Unblocked in this session”.`,
        isSuccess: false,
      }
    },
  })
}

/**
 * Says that a colleague blocked some of the numbers first. They are blocked once, and one unblock
 * removes them.
 */
function formatAlreadyBlocked(already: number, all: number): string {
  const which = already === all ? plural(all, 'it', 'them') : `${formatNumber(already)} of them`
  return `Somebody else had already blocked ${which}.`
}
