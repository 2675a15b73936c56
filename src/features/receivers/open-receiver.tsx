import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import * as messages from './health/messages.ts'
import { receiverOutcomesQuery, receiversQuery } from './queries/receivers-query.ts'
import { ReceiverName } from './receiver-name.tsx'
import { type MissingToday, ReceiverPanel } from './receiver-panel.tsx'

type OpenReceiverProps = {
  /** The name of the open receiver; undefined while none is open. */
  receiver: string | undefined
  missing?: MissingToday | undefined
  onClose: () => void
}

/** The open receiver, over the page that names it. */
export function OpenReceiver({ receiver, missing, onClose }: OpenReceiverProps) {
  const { data: settings } = useQuery({ ...receiversQuery, enabled: receiver !== undefined })
  return (
    <ReceiverDrawer
      title={receiver === undefined ? messages.receiver : <Title receiver={receiver} />}
      isOpen={receiver !== undefined}
      onClose={onClose}
    >
      {receiver !== undefined && (
        <ReceiverPanel receiver={receiver} settings={settings ?? []} missing={missing} />
      )}
    </ReceiverDrawer>
  )
}

/** With the companies of the latest replays to it, those with the most replays first, as in lists. */
function Title({ receiver }: { receiver: string }) {
  const { data } = useQuery(receiverOutcomesQuery(receiver))
  const replays = new Map<string, number>()
  for (const { call } of data?.recent ?? []) {
    if (call?.company) replays.set(call.company, (replays.get(call.company) ?? 0) + 1)
  }
  const companies = [...replays.keys()].toSorted(
    (one, other) => (replays.get(other) ?? 0) - (replays.get(one) ?? 0) || one.localeCompare(other),
  )
  return <ReceiverName companies={companies}>{receiver}</ReceiverName>
}

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
