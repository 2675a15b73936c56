import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { Entity, EntityContext } from '../../../../contract/blocklist.ts'
import dialogClasses from '../../../ui/dialog.module.css'
import { BatchProgressBar, useBatches } from '../batch/batch-progress.tsx'
import * as messages from '../messages.ts'
import classes from './unblock-dialog.module.css'
import { useBlocklistNotification } from './unblock-history.ts'
import {
  formatUnblockSummary,
  othersToUnblock,
  type UnblockOutcome,
  type UnblockSummary,
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
  onDone: () => void
  /** Called after the dialog has closed and the focus has returned, if its origin still exists. */
  onGone: () => void
}

/**
 * Asks for confirmation before numbers are unblocked, and whether to continue after an
 * interruption.
 */
export function UnblockDialog({ context, entity, numbers, isOpen, ...on }: UnblockDialogProps) {
  const unblock = useUnblockNumbers()
  const batches = useBatches()
  const notify = useBlocklistNotification()
  /** The outcome so far, if numbers remain that can be unblocked. */
  const [partly, setPartly] = useState<UnblockOutcome | null>(null)
  const others = partly ? othersToUnblock(partly.summary) : []
  const asked = others.length > 0 ? others : numbers
  const end = ({ summary, undo }: UnblockOutcome) => {
    notify({ text: formatUnblockSummary(summary), isSuccess: summary.ended === null, undo })
    on.onDone()
  }
  const close = () => {
    if (unblock.isPending) return
    // Numbers that were already unblocked stay unblocked and can be undone.
    if (partly?.undo) end(partly)
    else on.onClose()
  }
  const confirm = async () => {
    // Report the outcome even if the changed list has removed this dialog. A failure is shown below.
    const outcome = await batches
      .run(steps => unblock.mutateAsync({ context, entity, numbers: asked, steps }))
      .catch(() => null)
    if (outcome === null) return
    if (othersToUnblock(outcome.summary).length > 0) setPartly(outcome)
    else end(outcome)
  }
  const failure = unblock.error && unblockErrorMessage(unblock.error)
  const name = entity.name || entity.reference

  return (
    <Modal.Root
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={() => {
        unblock.reset()
        setPartly(null)
        on.onGone()
      }}
      centered
      size="auto"
      classNames={{ content: dialogClasses.dialog, title: classes.title, body: classes.body }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title>
            {others.length > 0 ? messages.unblockOthersTitle(asked) : messages.unblockTitle(asked)}
          </Modal.Title>
          <div className={classes.text}>
            {others.length > 0 && partly && (
              <p role="status" className={classes.gone}>
                {partlyMessage(partly.summary)}
              </p>
            )}
            <p>
              {messages.removesFrom(context, asked.length)} <strong translate="no">{name}</strong>.{' '}
              {messages.acceptedAgain(asked.length)}
            </p>
            {failure && (
              <div role="alert" className={classes.failure}>
                <h3>{failure.title}</h3>
                <p>{failure.message}</p>
              </div>
            )}
            <BatchProgressBar label={messages.unblocking} batches={batches} />
            <div className={classes.actions}>
              <Button variant="default" onClick={close} disabled={unblock.isPending} data-autofocus>
                {messages.keepBlocked}
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

/**
 * The dialog asks about the remaining numbers anyway, so only the reason for the interruption is
 * missing.
 */
function partlyMessage(summary: UnblockSummary): string {
  const isAsked = summary.ended?.kind === 'gone'
  return formatUnblockSummary(isAsked ? { ...summary, stillBlocked: [] } : summary)
}
