import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import { useState } from 'react'
import type { Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { plural } from '../../../format/numbers.ts'
import { BatchProgressBar } from '../batch/batch-progress-bar.tsx'
import type { Notification } from '../batch/notification.ts'
import { useBatchProgress } from '../batch/use-batch-progress.ts'
import { numberCount } from '../records/block-summary.ts'
import { CONTEXT_WORDS } from '../records/entity-contexts.ts'
import classes from './unblock-dialog.module.css'
import {
  formatUnblockSummary,
  othersToUnblock,
  type UnblockSummary,
  unblockErrorMessage,
} from './unblock-summary.ts'
import { type UnblockOutcome, useUnblockNumbers } from './use-unblock-numbers.ts'

type UnblockDialogProps = {
  context: EntityContext
  entity: Entity
  numbers: string[]
  isOpen: boolean
  onClose: () => void
  onDone: (notification: Notification) => void
  /** Called once the dialog is gone and the focus is back where it came from, if that is still there. */
  onGone: () => void
}

/** Asks before callers are let through again, and where it came no further, whether to go on. */
export function UnblockDialog({ context, entity, numbers, isOpen, ...on }: UnblockDialogProps) {
  const unblock = useUnblockNumbers()
  const parts = useBatchProgress()
  /** What was done of it, where there are others to go on with. */
  const [partly, setPartly] = useState<UnblockOutcome | null>(null)
  const others = partly ? othersToUnblock(partly.summary) : []
  const asked = others.length > 0 ? others : numbers
  const close = () => {
    if (unblock.isPending) return
    // What was done before stays done, and can be undone.
    if (partly?.undo) on.onDone(toNotification(partly))
    else on.onClose()
  }
  const confirm = () => {
    parts.begin()
    // The notification are told even where the list has changed so that this dialog is gone by then. A
    // failure is shown below.
    unblock
      .mutateAsync({ context, entity, numbers: asked, ...parts.steps })
      .then(
        outcome => {
          if (othersToUnblock(outcome.summary).length > 0) setPartly(outcome)
          else on.onDone(toNotification(outcome))
        },
        () => undefined,
      )
      .finally(parts.end)
  }
  const failure = unblock.error && unblockErrorMessage(unblock.error)
  const name = entity.name || entity.reference
  const [only] = asked
  const few = asked.length === 1 ? only : numberCount(asked.length)

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
      classNames={{ content: classes.content, title: classes.title }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title>
            {others.length > 0 ? `Unblock the other ${few}?` : `Unblock ${few}?`}
          </Modal.Title>
          <div className={classes.body}>
            {others.length > 0 && partly && (
              <p role="status" className={classes.gone}>
                {partlyMessage(partly.summary)}
              </p>
            )}
            <p>
              This takes {numberCount(asked.length)} off the blocklist of{' '}
              {CONTEXT_WORDS[context].one} <strong translate="no">{name}</strong>.{' '}
              {plural(asked.length, 'Its calls are', 'Their calls are')} let through again, unless
              another entry blocks {plural(asked.length, 'it', 'them')}.
            </p>
            {failure && (
              <div role="alert" className={classes.failure}>
                <h3>{failure.title}</h3>
                <p>{failure.message}</p>
              </div>
            )}
            {parts.progress && (
              <BatchProgressBar
                label="Unblocking numbers"
                progress={parts.progress}
                onStop={parts.stop}
              />
            )}
            <div className={classes.actions}>
              <Button variant="default" onClick={close} disabled={unblock.isPending}>
                Keep blocked
              </Button>
              <Button onClick={confirm} loading={unblock.isPending} data-autofocus>
                Unblock
              </Button>
            </div>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** What is still blocked is asked about anyway; only why it came no further isn't known yet. */
function partlyMessage(summary: UnblockSummary): string {
  const isAsked = summary.ended?.kind === 'gone'
  return formatUnblockSummary(isAsked ? { ...summary, stillBlocked: [] } : summary)
}

function toNotification({ summary, undo }: UnblockOutcome): Notification {
  const isSuccess = summary.ended === null
  return { text: formatUnblockSummary(summary), isSuccess, undo }
}
