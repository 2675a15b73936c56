import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHeader } from '../../../ui/page-header.tsx'
import { OpenReceiver } from '../open-receiver.tsx'
import { KnownReceiverList } from './known-receiver-list.tsx'
import * as messages from './messages.ts'
import type { ReceiversSearch } from './receivers-search.ts'

type ReceiversPageProps = {
  /** Between the heading and the list: what today's failures say of receivers. */
  failingToday: ReactNode
  search: ReceiversSearch
  onSearch: (search: ReceiversSearch, options?: { replace?: boolean }) => void
}

/** All receivers that the account knows, with their state. */
export function ReceiversPage({ failingToday, search, onSearch }: ReceiversPageProps) {
  return (
    <>
      <PageHeader title={messages.receivers}>
        The systems that your events are delivered to, and whether replays to them arrive. A
        receiver has recovered if replays arrive again after one failed in the last 7 days. To
        choose a receiver for events that name none, go to <Link to="/settings">Settings</Link>.
      </PageHeader>
      {failingToday}
      <KnownReceiverList search={search} onSearch={onSearch} />
      <OpenReceiver
        receiver={search.receiver}
        onClose={() => onSearch({ ...search, receiver: undefined }, { replace: true })}
      />
    </>
  )
}
