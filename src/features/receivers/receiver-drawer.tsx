import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import type { ReactNode } from 'react'
import classes from './receiver-drawer.module.css'

type ReceiverDrawerProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** Beside the list of receivers: the form, or what is known of one of them. */
export function ReceiverDrawer({ title, isOpen, onClose, children }: ReceiverDrawerProps) {
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="min(560px, 100vw)"
      // What it shows is gone from the address at once, so it can't be shown any longer.
      transitionProps={{ exitDuration: 0 }}
      classNames={{ content: classes.content, title: classes.title, body: classes.body }}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        {/* Not Mantine's own header: that would be a second banner of the page. */}
        <div className={classes.header}>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
