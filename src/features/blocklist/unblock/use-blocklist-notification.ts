import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '../../../ui/notification/notify.ts'
import { useBlockNumbers } from '../block/use-block-numbers.ts'
import * as messages from '../messages.ts'
import { blocklistErrorMessage } from '../records/blocklist-errors.ts'
import { findUndoable, leaveToUndo, markUndone, type Unblocked } from './unblock-history.ts'

/** A message about the last action. */
export type Notification = {
  text: string
  /**
   * Whether the action did all that was asked. Otherwise the message must not look like a success.
   */
  isSuccess: boolean
  /** The id of the history entry that can be undone. */
  undo?: string | null
}

/** Returns a function that says what the last action did, with Undo after an unblock. */
export function useBlocklistNotification(): (notification: Notification) => void {
  const queryClient = useQueryClient()
  const { mutateAsync: blockAgain } = useUndoUnblock()
  return ({ undo, ...message }) => {
    const run = async () => {
      const unblocked = undo && findUndoable(queryClient, undo)
      if (unblocked) await blockAgain(unblocked)
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
      const others = summary?.alreadyBlocked.length ?? 0
      if (left.length === 0 && summary?.missing.length === 0) {
        markUndone(queryClient, id)
        const by =
          others > 0 && !isTried ? ` ${messages.alreadyBlocked(others, numbers.length)}` : ''
        return { text: `${messages.undone(numbers, name)}${by}`, isSuccess: true }
      }
      leaveToUndo(queryClient, id, [...(summary?.missing ?? []), ...left])
      const again = (summary?.blocked.length ?? 0) + others
      const why = failure === null ? '' : ` ${blocklistErrorMessage(failure).message}`
      return {
        text: `${messages.partlyUndone(again, numbers.length, name)}${why} ${messages.howToUndoRest}`,
        isSuccess: false,
      }
    },
  })
}
