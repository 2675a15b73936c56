import { type ReactNode, Suspense } from 'react'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import * as messages from '../messages.ts'
import '@mantine/core/styles/ScrollArea.layer.css'

type NumbersDrawerProps = {
  title: string
  isOpen: boolean
  /** Whether a change is in progress whose outcome is shown here. */
  isBusy: boolean
  onClose: () => void
  children: ReactNode
}

/** A form for many numbers, next to the list that it changes. */
export function NumbersDrawer({ children, ...drawer }: NumbersDrawerProps) {
  const loading = <LoadingRows label={messages.loadingForm} rows={4} />
  return (
    <SideDrawer {...drawer} size={800}>
      <Suspense fallback={loading}>{children ?? loading}</Suspense>
    </SideDrawer>
  )
}
