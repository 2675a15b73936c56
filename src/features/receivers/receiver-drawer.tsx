import type { ReactNode } from 'react'
import { SideDrawer } from '../../ui/side-drawer.tsx'

type ReceiverDrawerProps = {
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** A drawer beside the list of receivers, with the form or with the details of one receiver. */
export function ReceiverDrawer(props: ReceiverDrawerProps) {
  return (
    <SideDrawer
      {...props}
      size="min(560px, 100vw)"
      backgroundOpacity={0.35}
      // Close without an animation, because the content disappears from the URL immediately.
      transitionProps={{ exitDuration: 0 }}
    />
  )
}
