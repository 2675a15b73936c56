import { useState } from 'react'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import type { Notification } from '../batch/notification.ts'
import { NumbersDrawer } from '../batch/numbers-drawer.tsx'
import type { BlockSummary } from '../records/block-summary.ts'
import type { BlockNumbersValues } from './block-numbers-values.ts'

/** It brings the table of all countries along. */
const BlockNumbersForm = lazyPart(
  async () => (await import('./block-numbers-form.tsx')).BlockNumbersForm,
)

type BlockNumbersDrawerProps = {
  isOpen: boolean
  /** Who types: a draft is given back to nobody else. */
  owner: string
  /** What the form begins with; null until that is known. */
  start: BlockNumbersValues | null
  onClose: () => void
  onBlocked: (summary: BlockSummary) => void
  onNotify: (notification: Notification) => void
}

/** The form next to the list that it adds to. It keeps the input however it is closed. */
export function BlockNumbersDrawer({ isOpen, start, onClose, ...form }: BlockNumbersDrawerProps) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <NumbersDrawer title="Block numbers" isOpen={isOpen} isBusy={isBusy} onClose={onClose}>
      {start && <BlockNumbersForm {...form} start={start} onCancel={onClose} onBusy={setIsBusy} />}
    </NumbersDrawer>
  )
}
