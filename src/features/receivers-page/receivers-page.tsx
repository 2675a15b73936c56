import { Link } from '@tanstack/react-router'
import { PageHeader } from '../../ui/page-header.tsx'
import { OpenReceiver } from '../receivers/open-receiver.tsx'
import { KnownReceiverList } from './known-receiver-list.tsx'
import type { ReceiversSearch } from './receivers-search.ts'

type ReceiversPageProps = {
  search: ReceiversSearch
  onSearch: (search: ReceiversSearch, options?: { replace?: boolean }) => void
}

export function ReceiversPage({ search, onSearch }: ReceiversPageProps) {
  return (
    <>
      <PageHeader title="Receivers">
        The systems that your events are delivered to. A receiver is failing if events have failed
        since its last delivered replay and are still missing. After the first delivered replay, it
        counts as recovered for 24 hours, and then as working. It is quiet if nothing is missing and
        no replay was delivered for 7 days. To choose a receiver for events that name none, go to{' '}
        <Link to="/settings">Settings</Link>.
      </PageHeader>
      <KnownReceiverList search={search} onSearch={onSearch} />
      <OpenReceiver
        receiver={search.receiver}
        onClose={() => onSearch({ ...search, receiver: undefined }, { replace: true })}
      />
    </>
  )
}
