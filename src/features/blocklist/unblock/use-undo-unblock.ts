import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatNumber, plural } from '../../../format/numbers.ts'
import type { Notification } from '../batch/notification.ts'
import { useBlockNumbers } from '../block/use-block-numbers.ts'
import { namedOrCounted, numberCount } from '../records/block-summary.ts'
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
        const named = numbers.length === 1 ? namedOrCounted(numbers) : numberCount(numbers.length)
        const text = `${named} blocked again for ${name}.`
        const others = summary.alreadyBlocked.length
        return {
          text:
            others === 0 || isTried ? text : `${text} ${alreadyMessage(others, numbers.length)}`,
          isSuccess: true,
        }
      }
      leaveToUndo(queryClient, id, [...(summary?.missing ?? []), ...left])
      const why = failure === null ? '' : ` ${blocklistErrorMessage(failure).message}`
      return {
        text: `${formatNumber(again)} of ${numberCount(numbers.length)} blocked again for ${name}.${why} To try the rest again, open “Unblocked in this session”.`,
        isSuccess: false,
      }
    },
  })
}

/**
 * Says that a colleague blocked some of the numbers first. They are blocked once, and one unblock
 * removes them.
 */
function alreadyMessage(already: number, all: number): string {
  if (already === all)
    return plural(
      all,
      'Somebody else had already blocked it.',
      'Somebody else had already blocked them.',
    )
  return `Somebody else had already blocked ${formatNumber(already)} of them.`
}
