import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import type { Entity, EntityContext } from '../../../contract/blocklist.ts'
import { namedOrCounted, numberCount } from './block-account.ts'
import { blocklistErrorWords } from './blocklist-error-words.ts'
import { CONTEXT_WORDS } from './context-words.ts'
import type { NewsItem } from './news-item.ts'
import { othersToUnblock, unblockAccountWords } from './unblock-account.ts'
import classes from './unblock-dialog.module.css'
import { useUnblockNumbers } from './use-unblock-numbers.ts'

type UnblockDialogProps = {
  context: EntityContext
  entity: Entity
  numbers: string[]
  isOpen: boolean
  onClose: () => void
  onDone: (news: NewsItem) => void
  /** Called once the dialog is gone and the focus is back where it came from, if that is still there. */
  onGone: () => void
}

/** Asks before callers are let through again, and where some were gone, whether to go on. */
export function UnblockDialog({ context, entity, numbers, isOpen, ...on }: UnblockDialogProps) {
  const unblock = useUnblockNumbers()
  const others = unblock.data ? othersToUnblock(unblock.data.account) : []
  const asked = others.length > 0 ? others : numbers
  const close = () => {
    unblock.reset()
    on.onClose()
  }
  const confirm = () => {
    // The news are told even where the list has changed so that this dialog is gone by then. A
    // failure is shown below.
    unblock.mutateAsync({ context, entity, numbers: asked }).then(
      ({ account, undo }) => {
        if (othersToUnblock(account).length > 0) return
        const isAsMeant = account.unblocked.length > 0 && account.stillBlocked.length === 0
        on.onDone({ text: unblockAccountWords(account), isAsMeant, undo })
      },
      () => undefined,
    )
  }
  const failure = unblock.error && blocklistErrorWords(unblock.error)
  const name = entity.name || entity.reference
  const [only] = asked
  const few = asked.length === 1 ? only : numberCount(asked.length)

  return (
    <Modal.Root
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={() => {
        unblock.reset()
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
            {others.length > 0 && unblock.data && (
              <p role="status" className={classes.gone}>
                {namedOrCounted(unblock.data.account.wereNotBlocked)}{' '}
                {unblock.data.account.wereNotBlocked.length === 1 ? 'is' : 'are'} not on the list of{' '}
                {name} any more. The list has been read again.
              </p>
            )}
            <p>
              This takes {numberCount(asked.length)} off the blocklist of{' '}
              {CONTEXT_WORDS[context].one} <strong>{name}</strong>.{' '}
              {asked.length === 1 ? 'Its calls are' : 'Their calls are'} let through again, unless
              another entry blocks {asked.length === 1 ? 'it' : 'them'}.
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
