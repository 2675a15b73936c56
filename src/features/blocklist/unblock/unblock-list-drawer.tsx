import { useState } from 'react'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { NumbersDrawer } from '../batch/numbers-drawer.tsx'
import * as messages from '../messages.ts'
import type { UnblockListFormProps } from './unblock-list-form.tsx'

/** Loaded on demand, because it includes the table of all countries. */
const UnblockListForm = lazyPart(
  async () => (await import('./unblock-list-form.tsx')).UnblockListForm,
)

type UnblockListDrawerProps = Omit<UnblockListFormProps, 'onBusy' | 'onCancel'> & {
  isOpen: boolean
  onClose: () => void
}

/** Unblocks the numbers of a pasted list that are on the list of an entity. */
export function UnblockListDrawer({ isOpen, onClose, ...form }: UnblockListDrawerProps) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <NumbersDrawer title={messages.unblockList} isOpen={isOpen} isBusy={isBusy} onClose={onClose}>
      <UnblockListForm {...form} onCancel={onClose} onBusy={setIsBusy} />
    </NumbersDrawer>
  )
}
