import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { lazy, Suspense } from 'react'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import type { BlockAccount } from './block-account.ts'
import classes from './block-numbers-drawer.module.css'
import type { BlockNumbersValues } from './block-numbers-values.ts'

/** It brings the table of all countries along. */
const BlockNumbersForm = lazy(() => import('./block-numbers-form.tsx'))

type BlockNumbersDrawerProps = {
  isOpen: boolean
  /** Who types: a draft is given back to nobody else. */
  owner: string
  /** What the form begins with; null until that is known. */
  start: BlockNumbersValues | null
  onClose: () => void
  onBlocked: (account: BlockAccount) => void
}

/** The form beside the list that it adds to. However it is closed, what was typed is kept. */
export function BlockNumbersDrawer(props: BlockNumbersDrawerProps) {
  const { isOpen, owner, start, onClose, onBlocked } = props
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={520}
      classNames={{ content: classes.content, title: classes.title, body: classes.body }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Not Mantine's own header: that would be a second banner of the page. */}
        <div className={classes.header}>
          <Drawer.Title>Block numbers</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body>
          {start ? (
            <Suspense fallback={<LoadingRows label="Loading…" rows={4} />}>
              <BlockNumbersForm
                owner={owner}
                start={start}
                onCancel={onClose}
                onBlocked={onBlocked}
              />
            </Suspense>
          ) : (
            <LoadingRows label="Loading…" rows={4} />
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
