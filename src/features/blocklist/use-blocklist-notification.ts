import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { notify } from '../../ui/notification/notify.ts'
import type { Notification } from './batch/notification.ts'
import * as messages from './unblock/messages.ts'
import { findUndoable } from './unblock/unblock-history.ts'
import { useUndoUnblock } from './unblock/use-undo-unblock.ts'

/** Returns a function that says what the last action did, with Undo after an unblock. */
export function useBlocklistNotification(): (notification: Notification) => void {
  const queryClient = useQueryClient()
  const { mutateAsync: undo } = useUndoUnblock(show)
  return useCallback(
    notification =>
      show(notification, async id => {
        const unblocked = findUndoable(queryClient, id)
        if (unblocked !== undefined) await undo(unblocked)
      }),
    [queryClient, undo],
  )
}

function show({ text, isSuccess, undo }: Notification, onUndo?: (id: string) => Promise<void>) {
  notify({
    topic: 'blocklist',
    text,
    isSuccess,
    action: undo && onUndo ? { label: messages.undo, run: () => onUndo(undo) } : undefined,
  })
}
