import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import { lazy, Suspense } from 'react'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import classes from './block-numbers-drawer.module.css'
import type { UnblockListFormProps } from './unblock-list-form.tsx'

/** It brings the table of all countries along. */
const UnblockListForm = lazy(() => import('./unblock-list-form.tsx'))

type UnblockListDrawerProps = UnblockListFormProps & { isOpen: boolean; onClose: () => void }

/** Unblocks whatever of a pasted list is on the list of an entity. */
export function UnblockListDrawer({ isOpen, onClose, ...form }: UnblockListDrawerProps) {
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
        <div className={classes.header}>
          <Drawer.Title>Unblock a list</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body>
          <Suspense fallback={<LoadingRows label="Loading…" rows={4} />}>
            <UnblockListForm {...form} />
          </Suspense>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
