import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Notification } from '../batch/notification.ts'
import { useBlockNumbers } from '../block/use-block-numbers.ts'
import * as messages from '../messages.ts'
import { blocklistErrorMessage } from '../records/blocklist-errors.ts'
import { leaveToUndo, markUndone, type Unblocked } from './unblock-history.ts'

/**
 * Blocks numbers again after an unblock.
 *
 * @param onUndone called with the result, even if the button has disappeared by then
 */
export function useUndoUnblock(onUndone: (notification: Notification) => void) {
  const queryClient = useQueryClient()
  const { mutateAsync: block } = useBlockNumbers()
  return useMutation({
    onSuccess: notification => onUndone(notification),
    mutationFn: async (unblocked: Unblocked): Promise<Notification> => {
      const { id, context, entity, numbers, isTried } = unblocked
      const { summary, left, failure } = await block({ context, entity, numbers })
      const name = entity.name || entity.reference
      const again = (summary?.blocked.length ?? 0) + (summary?.alreadyBlocked.length ?? 0)
      if (left.length === 0 && summary?.missing.length === 0) {
        markUndone(queryClient, id)
        const text = messages.undone(numbers, name)
        const others = summary.alreadyBlocked.length
        return {
          text:
            others === 0 || isTried
              ? text
              : `${text} ${messages.alreadyBlocked(others, numbers.length)}`,
          isSuccess: true,
        }
      }
      leaveToUndo(queryClient, id, [...(summary?.missing ?? []), ...left])
      const why = failure === null ? '' : ` ${blocklistErrorMessage(failure).message}`
      return {
        text: `${messages.partlyUndone(again, numbers.length, name)}${why} ${messages.howToUndoRest}`,
        isSuccess: false,
      }
    },
  })
}
