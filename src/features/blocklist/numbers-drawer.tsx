import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { type ReactNode, Suspense } from 'react'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import classes from './numbers-drawer.module.css'

type NumbersDrawerProps = {
  title: string
  isOpen: boolean
  /** Something is under way of which the outcome is told in here. */
  isBusy: boolean
  onClose: () => void
  children: ReactNode
}

/** A form for many numbers, beside the list that it changes. */
export function NumbersDrawer({ title, isOpen, isBusy, onClose, children }: NumbersDrawerProps) {
  const loading = <LoadingRows label="Loading…" rows={4} />
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={() => !isBusy && onClose()}
      position="right"
      size={520}
      classNames={{ content: classes.content, title: classes.title, body: classes.body }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Not Mantine's own header: that would be a second banner of the page. */}
        <div className={classes.header}>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" disabled={isBusy} />
        </div>
        <Drawer.Body>
          <Suspense fallback={loading}>{children ?? loading}</Suspense>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
