import { type ReactNode, Suspense, useState } from 'react'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import '@mantine/core/styles/ScrollArea.layer.css'

type NumbersDrawerProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  /** @param onBusy called while numbers are sent whose outcome is shown here, so the drawer stays open */
  children: (onBusy: (isBusy: boolean) => void) => ReactNode
}

/** A form for many numbers, next to the list that it changes. */
export function NumbersDrawer({ children, ...drawer }: NumbersDrawerProps) {
  const [isBusy, setIsBusy] = useState(false)
  const loading = <LoadingRows label="Loading…" rows={4} />
  return (
    <SideDrawer {...drawer} isBusy={isBusy} size={800}>
      <Suspense fallback={loading}>{children(setIsBusy) || loading}</Suspense>
    </SideDrawer>
  )
}
