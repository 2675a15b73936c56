import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { plural } from '../../../../contract/text/count.ts'
import { ModalDialog } from '../../../ui/confirm/modal-dialog.tsx'
import { unblockNumbers } from '../change/blocklist-change.ts'
import { isUnchanged, unblockErrorMessage } from '../change/change-messages.ts'
import { ChangeProgress } from '../change/change-progress.tsx'
import { useChangeWithProgress } from '../change/use-blocklist-change.ts'
import * as messages from '../messages.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import classes from './unblock-dialog.module.css'
import { useUnblockNotification } from './unblock-history.ts'

type UnblockDialogProps = {
  context: EntityContext
  entity: Entity
  numbers: string[]
  /** @param rest the numbers that are still blocked, because a later batch failed or was stopped */
  onDone: (rest: string[]) => void
  onClose: () => void
}

/** Asks for confirmation, and unblocks. It is open as long as it is rendered. */
export function UnblockDialog({ context, entity, numbers, onDone, onClose }: UnblockDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const change = useChangeWithProgress(unblockNumbers)
  const notify = useUnblockNotification()
  const [failure, setFailure] = useState<unknown>(null)
  const confirm = async () => {
    const summary = await change.run({ context, entity, numbers })
    if (summary.failure !== null && isUnchanged(summary)) {
      setFailure(summary.failure)
      return
    }
    // Reported even if the changed list has removed this dialog.
    notify(summary)
    onDone(summary.rest)
    dialog.current?.close()
  }
  const problem = failure === null || change.isPending ? null : unblockErrorMessage(failure)
  const count = numbers.length

  return (
    <ModalDialog
      ref={dialog}
      title={`Unblock ${messages.namedOrCounted(numbers, 1)}?`}
      isBusy={change.isPending}
      onClose={onClose}
    >
      <div className={classes.text}>
        <p>
          This removes {messages.numberCount(count)} from the blocklist of{' '}
          {CONTEXT_LABELS[context].one}{' '}
          <strong translate="no">{entity.name || entity.reference}</strong>.{' '}
          {plural(count, 'Its calls are', 'Their calls are')} accepted again, unless another entry
          blocks {plural(count, 'it', 'them')}.
        </p>
        {problem && (
          <div role="alert" className={classes.failure}>
            <h3>{problem.title}</h3>
            <p>{problem.message}</p>
          </div>
        )}
        <ChangeProgress label="Unblocking numbers" change={change} />
        <div className={classes.actions}>
          <Button
            variant="default"
            onClick={() => dialog.current?.close()}
            disabled={change.isPending}
          >
            Keep blocked
          </Button>
          <Button onClick={() => void confirm()} loading={change.isPending}>
            {messages.unblock}
          </Button>
        </div>
      </div>
    </ModalDialog>
  )
}
