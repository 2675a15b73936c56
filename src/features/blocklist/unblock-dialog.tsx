import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import type { Entity, EntityContext } from '../../../contract/blocklist.ts'
import { blocklistErrorWords } from './blocklist-error-words.ts'
import { CONTEXT_WORDS } from './context-words.ts'
import type { NewsItem } from './news.tsx'
import { unblockAccountWords } from './unblock-account.ts'
import classes from './unblock-dialog.module.css'
import { useUnblockNumbers } from './use-unblock-numbers.ts'

type UnblockDialogProps = {
  context: EntityContext
  entity: Entity
  number: string
  isOpen: boolean
  onClose: () => void
  onDone: (news: NewsItem) => void
  /** Called once the dialog is gone and the focus is back where it came from, if that is still there. */
  onGone: () => void
}

/** Asks before a caller is let through again: there is no way to tell what was unblocked by a slip. */
export function UnblockDialog({ context, entity, number, isOpen, ...on }: UnblockDialogProps) {
  const unblock = useUnblockNumbers()
  const close = () => {
    unblock.reset()
    on.onClose()
  }
  const confirm = () => {
    // The news are told even where the list has changed so that this dialog is gone by then. A
    // failure is shown below.
    unblock.mutateAsync({ context, entity, numbers: [number] }).then(
      account =>
        on.onDone({
          text: unblockAccountWords(account),
          isAsMeant: account.unblocked.length > 0,
        }),
      () => undefined,
    )
  }
  const failure = unblock.error && blocklistErrorWords(unblock.error)

  return (
    <Modal.Root
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={on.onGone}
      centered
      classNames={{ content: classes.content, title: classes.title }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title>Unblock {number}?</Modal.Title>
          <div className={classes.body}>
            <p>
              This takes 1 number off the blocklist of {CONTEXT_WORDS[context].one}{' '}
              <strong>{entity.name || entity.reference}</strong>. Its calls are let through again,
              unless another entry blocks it.
            </p>
            {failure && (
              <div role="alert" className={classes.failure}>
                <h3>{failure.title}</h3>
                <p>{failure.message}</p>
              </div>
            )}
            <div className={classes.actions}>
              <Button variant="default" onClick={close}>
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
