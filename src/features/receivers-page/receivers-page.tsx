import { Link } from '@tanstack/react-router'
import { useTimes } from '../../format/times.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useWorstReceivers } from '../overview/cards/use-worst-receivers.ts'
import { OpenReceiver } from '../receivers/open-receiver.tsx'
import { KnownReceiverList, MissingEvents } from './known-receiver-list.tsx'
import type { ReceiversSearch } from './receivers-search.ts'

type ReceiversPageProps = {
  search: ReceiversSearch
  onSearch: (search: ReceiversSearch, options?: { replace?: boolean }) => void
}

export function ReceiversPage({ search, onSearch }: ReceiversPageProps) {
  const missing = useWorstReceivers(useTimes().today())
  const own = missing.receivers?.find(({ receiver }) => receiver === search.receiver)
  return (
    <>
      <PageHeader title="Receivers">
        The systems that your events are delivered to, and whether replays to them arrive. A
        receiver is failing if events failed today after the last replay that it accepted. It has
        recovered if replays arrive again after one failed in the last 7 days. To choose a receiver
        for events that name none, go to <Link to="/settings">Settings</Link>.
      </PageHeader>
      <KnownReceiverList missing={missing} search={search} onSearch={onSearch} />
      <OpenReceiver
        receiver={search.receiver}
        missing={
          own && {
            last: own.last,
            list: <MissingEvents missing={own} />,
          }
        }
        onClose={() => onSearch({ ...search, receiver: undefined }, { replace: true })}
      />
    </>
  )
}
