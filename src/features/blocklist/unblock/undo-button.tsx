import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Notification } from '../batch/notification.ts'
import * as messages from '../messages.ts'
import { useUnblockHistory } from './unblock-history.ts'
import { useUndoUnblock } from './use-undo-unblock.ts'

const OFFERED_MS = 10_000

type UndoButtonProps = { id: string; onUndone: (notification: Notification) => void }

/** Shown for ten seconds, or longer while it has the focus. After that, the history offers the same. */
export function UndoButton({ id, onUndone }: UndoButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOver, setIsOver] = useState(false)
  const unblocked = useUnblockHistory().find(entry => entry.id === id)
  const undo = useUndoUnblock(onUndone)
  useEffect(() => {
    const timer = setInterval(() => {
      if (button.current?.matches(':hover, :focus')) return
      setIsOver(true)
      clearInterval(timer)
    }, OFFERED_MS)
    return () => clearInterval(timer)
  }, [])
  if (!unblocked || unblocked.isUndone || (isOver && !undo.isPending)) return null
  return (
    <Button
      ref={button}
      variant="default"
      size="compact-sm"
      loading={undo.isPending}
      onClick={() => undo.mutate(unblocked)}
    >
      {messages.undo}
    </Button>
  )
}
