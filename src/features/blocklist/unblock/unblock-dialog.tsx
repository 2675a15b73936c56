import { Button, Modal } from '@mantine/core'
import type { Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { plural } from '../../../format/numbers.ts'
import dialogClasses from '../../../ui/dialog.module.css'
import { BatchProgressBar, useBatches } from '../batch/batch-progress.tsx'
import * as messages from '../messages.ts'
import { numberCount } from '../records/block-summary.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import classes from './unblock-dialog.module.css'
import { useBlocklistNotification } from './unblock-history.ts'
import {
  formatUnblockSummary,
  isAllUnblocked,
  unblockErrorMessage,
  useUnblockNumbers,
} from './use-unblock-numbers.ts'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'

type UnblockDialogProps = {
  context: EntityContext
  entity: Entity
  numbers: string[]
  isOpen: boolean
  onClose: () => void
  /** @param left the numbers that are still blocked, because a later batch failed or was stopped */
  onDone: (left: string[]) => void
  /** Called after the dialog has closed and the focus has returned, if its origin still exists. */
  onGone: () => void
}

export function UnblockDialog({ context, entity, numbers, isOpen, ...on }: UnblockDialogProps) {
  const unblock = useUnblockNumbers()
  const batches = useBatches()
  const notify = useBlocklistNotification()
  const close = () => {
    if (!unblock.isPending) on.onClose()
  }
  const confirm = async () => {
    // Report the outcome even if the changed list has removed this dialog. A failure is shown below.
    const outcome = await batches
      .run(steps => unblock.mutateAsync({ context, entity, numbers, steps }))
      .catch(() => null)
    if (outcome === null) return
    const { summary, undo } = outcome
    notify({ text: formatUnblockSummary(summary), isSuccess: isAllUnblocked(summary), undo })
    on.onDone(summary.stillBlocked)
  }
  const failure = unblock.error && unblockErrorMessage(unblock.error)
  const name = entity.name || entity.reference

  return (
    <Modal.Root
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={() => {
        unblock.reset()
        on.onGone()
      }}
      centered
      size="auto"
      classNames={{ content: dialogClasses.dialog, title: classes.title, body: classes.body }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title>{`Unblock ${messages.oneOrCounted(numbers)}?`}</Modal.Title>
          <div className={classes.text}>
            <p>
              This removes {numberCount(numbers.length)} from the blocklist of{' '}
              {CONTEXT_LABELS[context].one} <strong translate="no">{name}</strong>.{' '}
              {plural(numbers.length, 'Its calls are', 'Their calls are')} accepted again, unless
              another entry blocks {plural(numbers.length, 'it', 'them')}.
            </p>
            {failure && (
              <div role="alert" className={classes.failure}>
                <h3>{failure.title}</h3>
                <p>{failure.message}</p>
              </div>
            )}
            <BatchProgressBar label="Unblocking numbers" batches={batches} />
            <div className={classes.actions}>
              <Button variant="default" onClick={close} disabled={unblock.isPending} data-autofocus>
                Keep blocked
              </Button>
              <Button onClick={() => void confirm()} loading={unblock.isPending}>
                {messages.unblock}
              </Button>
            </div>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
