import type { ReactNode } from 'react'
import { SideDrawer } from '../../ui/side-drawer.tsx'

type ReceiverDrawerProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** Beside the list of receivers: the form, or what is known of one of them. */
export function ReceiverDrawer(props: ReceiverDrawerProps) {
  return (
    <SideDrawer
      {...props}
      size="min(560px, 100vw)"
      backgroundOpacity={0.35}
      // What it shows is gone from the address at once, so it can't be shown any longer.
      transitionProps={{ exitDuration: 0 }}
    />
  )
}
