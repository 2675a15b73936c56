import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KnownReceiver } from '../../../../contract/receiver.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatLateness } from '../../../format/durations.ts'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { ReceiverStateChip } from '../../receivers/health/receiver-state-chip.tsx'
import { knownReceiversQuery } from '../../receivers/queries/receivers-query.ts'
import { CardFailure } from '../card/card-failure.tsx'
import { CardLoading } from '../card/card-loading.tsx'
import { CardNote, OverviewCard } from '../card/overview-card.tsx'
import classes from './receivers-card.module.css'
import { useWorstReceivers } from './use-worst-receivers.ts'

const SHOWN = 6

/** The receivers that are down, and those that have recovered. */
export function ReceiversCard({ today }: { today: CalendarDate }) {
  const { receivers: failing = [] } = useWorstReceivers(today)
  const query = useQuery(knownReceiversQuery)
  const { data } = query
  const news = data?.filter(({ state }) => state === 'down' || state === 'recovered') ?? []
  return (
    <OverviewCard title="Receivers" action={<Link to="/receivers">All receivers</Link>}>
      {query.isError && <CardFailure query={query} />}
      {query.isPending && <CardLoading label="Loading the receivers…" rows={2} />}
      {data && news.length === 0 && (
        <CardNote>
          {data.some(({ state }) => state === 'works')
            ? 'No receiver is down, as far as your replays show.'
            : 'No data yet. Redial learns from replays whether a receiver works.'}
          {failing.length > 0 && (
            <>
              {' '}
              <Link to="/receivers">
                {formatCount(failing.length, 'receiver has', 'receivers have')} failures of today
              </Link>{' '}
              that are still missing.
            </>
          )}
        </CardNote>
      )}
      {news.length > 0 && (
        <ul className={classes.receivers}>
          {news.slice(0, SHOWN).map(receiver => (
            <Receiver key={receiver.receiver} known={receiver} />
          ))}
        </ul>
      )}
      {news.length > SHOWN && (
        <CardNote>
          <Link to="/receivers">
            {formatNumber(news.length - SHOWN)} more are down or have recovered
          </Link>
        </CardNote>
      )}
      {news.some(({ late_s }) => late_s !== null) && (
        <CardNote>
          Redial sends one event at a time to a receiver that doesn’t answer. Once it answers,
          Redial sends the rest. It skips none.
        </CardNote>
      )}
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
