import { ConfirmDialog } from '../../ui/confirm/confirm-dialog.tsx'
import * as messages from './messages.ts'
import type { AskedReplay } from './use-list-shortcuts.ts'

/** Asks for confirmation before a key sends something to a customer's system. */
export function ConfirmReplay({ asked, onClose }: { asked: AskedReplay; onClose: () => void }) {
  const { name, button } = asked
  return (
    <ConfirmDialog
      title={
        <>
          Replay the event of <span translate="no">{name}</span>?
        </>
      }
      confirm={messages.sendIt}
      onConfirm={() => button.click()}
      onClose={onClose}
    >
      {messages.sendsAgain}
    </ConfirmDialog>
  )
}
