import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KnownReceiver } from '../../../../contract/receiver.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatLateness } from '../../../format/durations.ts'
import { ReceiverStateChip } from '../../receivers/health/receiver-state-chip.tsx'
import { knownReceiversQuery } from '../../receivers/queries/receivers-query.ts'
import { CardFailure } from '../card/card-failure.tsx'
import { CardLoading } from '../card/card-loading.tsx'
import { CardNote, OverviewCard } from '../card/overview-card.tsx'
import * as messages from './messages.ts'
import classes from './receivers-card.module.css'
import { useWorstReceivers } from './use-worst-receivers.ts'

const SHOWN = 6

/** The receivers that are down, and those that have recovered. */
export function ReceiversCard({ today }: { today: CalendarDate }) {
  const { receivers: failing = [] } = useWorstReceivers(today)
  const query = useQuery(knownReceiversQuery)
  const { data } = query
  const listed = data?.filter(({ state }) => state === 'down' || state === 'recovered') ?? []
  return (
    <OverviewCard
      title={messages.receiversTitle}
      action={<Link to="/receivers">{messages.allReceivers}</Link>}
    >
      {query.isError && <CardFailure query={query} />}
      {query.isPending && <CardLoading label={messages.loadingReceivers} rows={1} />}
      {data && listed.length === 0 && (
        <CardNote>
          {data.some(({ state }) => state === 'works')
            ? messages.noneDown
            : messages.noReceiverData}
          {failing.length > 0 && (
            <>
              {' '}
              <Link to="/receivers">{messages.failingToday(failing.length)}</Link>
            </>
          )}
        </CardNote>
      )}
      {listed.length > 0 && (
        <ul className={classes.receivers}>
          {listed.slice(0, SHOWN).map(receiver => (
            <Receiver key={receiver.receiver} known={receiver} />
          ))}
        </ul>
      )}
      {listed.length > SHOWN && (
        <CardNote>
          <Link to="/receivers">{messages.moreReceivers(listed.length - SHOWN)}</Link>
        </CardNote>
      )}
      {listed.some(({ late_s }) => late_s !== null) && <CardNote>{messages.oneAtATime}</CardNote>}
    </OverviewCard>
  )
}

function Receiver({ known }: { known: KnownReceiver }) {
  return (
    <li>
      <Link to="/receivers" search={{ receiver: known.receiver }} preload={false} translate="no">
        {known.receiver}
      </Link>
      <span className={classes.state}>
        <ReceiverStateChip receiver={known} />
        {known.late_s !== null && <span>{formatLateness(known.late_s)}</span>}
      </span>
    </li>
  )
}
