import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as messages from './health/messages.ts'
import { receiversQuery } from './queries/receivers-query.ts'
import { ReceiverDrawer } from './receiver-drawer.tsx'
import { ReceiverPanel } from './receiver-panel.tsx'

type OpenReceiverProps = {
  /** The name of the open receiver; undefined while none is open. */
  receiver: string | undefined
  /** The events of today that it still lacks, if the page knows them. */
  missing?: ReactNode
  onClose: () => void
}

/** The open receiver, over the page that names it. */
export function OpenReceiver({ receiver, missing, onClose }: OpenReceiverProps) {
  const { data: settings } = useQuery({ ...receiversQuery, enabled: receiver !== undefined })
  return (
    <ReceiverDrawer
      title={receiver ?? messages.receiver}
      isOpen={receiver !== undefined}
      onClose={onClose}
    >
      {receiver !== undefined && (
        <ReceiverPanel receiver={receiver} settings={settings ?? []} missing={missing} />
      )}
    </ReceiverDrawer>
  )
}
