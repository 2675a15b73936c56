import { Drawer, type ModalBaseOverlayProps, type ModalBaseProps } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import type { ReactNode } from 'react'
import classes from './side-drawer.module.css'

type SideDrawerProps = Pick<ModalBaseProps, 'size' | 'transitionProps' | 'returnFocus'> &
  Pick<ModalBaseOverlayProps, 'backgroundOpacity'> & {
    title: ReactNode
    isOpen: boolean
    /** An action is in progress whose outcome is shown here, so the drawer can't be closed. */
    isBusy?: boolean
    onClose: () => void
    children: ReactNode
  }

/** A drawer next to its list. Its title and its Close button are always visible. */
export function SideDrawer(props: SideDrawerProps) {
  const { title, isOpen, isBusy = false, onClose, backgroundOpacity, children, ...drawer } = props
  return (
    <Drawer.Root
      {...drawer}
      opened={isOpen}
      onClose={() => !isBusy && onClose()}
      position="right"
      classNames={{ content: classes.content, title: classes.title, body: classes.body }}
    >
      <Drawer.Overlay backgroundOpacity={backgroundOpacity} />
      <Drawer.Content>
        {/* Mantine's own header would be a second banner of the page. */}
        <div className={classes.header}>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" disabled={isBusy} />
        </div>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
