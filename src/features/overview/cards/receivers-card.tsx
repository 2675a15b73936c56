import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KnownReceiver } from '../../../../contract/receiver.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatLateness } from '../../../format/durations.ts'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { ReceiverStateChip } from '../../receivers/health/receiver-state-chip.tsx'
import { type ShownState, shownState } from '../../receivers/health/shown-state.ts'
import { knownReceiversQuery } from '../../receivers/queries/receivers-query.ts'
import { ReceiverName } from '../../receivers/receiver-name.tsx'
import { CardFailure, CardLoading, CardNote, OverviewCard } from '../card/overview-card.tsx'
import classes from './receivers-card.module.css'
import { useWorstReceivers } from './use-worst-receivers.ts'

const SHOWN = 4

type ListedReceiver = Omit<KnownReceiver, 'state'> & { state: ShownState }

export function ReceiversCard({ today }: { today: CalendarDate }) {
  const { receivers: worst = [] } = useWorstReceivers(today)
  const failing = worst.filter(({ isKnown }) => isKnown).length
  const query = useQuery(knownReceiversQuery)
  const { data } = query
  const listed = (data ?? [])
    .filter(({ state }) => state === 'down' || state === 'recovered')
    .map(known => ({
      ...known,
      state: shownState(
        known,
        worst.find(({ receiver }) => receiver === known.receiver),
      ),
    }))
  return (
    <OverviewCard title="Receivers" action={<Link to="/receivers">All receivers</Link>}>
      {query.isError && <CardFailure query={query} />}
      {query.isPending && <CardLoading label="Loading the receivers…" rows={1} isTall />}
      {data && listed.length === 0 && (
        <CardNote>
          {data.some(({ state }) => state === 'works')
            ? 'No receivers are down.'
            : 'No replays yet. The first replay to a receiver shows whether it works.'}
          {failing > 0 && (
            <>
              {' '}
              <Link to="/receivers">
                {formatCount(failing, 'receiver has', 'receivers have')} events from today that are
                still missing
              </Link>
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
      <More listed={listed} />
      {listed.some(({ late_s }) => late_s !== null) && (
        <CardNote>
          Redial sends one event at a time to a receiver that doesn’t answer. The others wait, and
          Redial sends all of them once it answers.
        </CardNote>
      )}
    </OverviewCard>
  )
}

/** The receivers that are not listed here, by state. */
function More({ listed }: { listed: ListedReceiver[] }) {
  const isDown = ({ state }: ListedReceiver) => state === 'down'
  const rest = listed.slice(SHOWN)
  const down = rest.filter(isDown).length
  const recovered = rest.filter(({ state }) => state === 'recovered').length
  const failing = rest.length - down - recovered
  if (rest.length === 0) return null
  return (
    <p className={classes.more}>
      {down > 0 && (
        <Link to="/receivers" search={{ state: 'down' }} preload={false}>
          {formatCount(down, 'more receiver', 'more receivers')} down
        </Link>
      )}
      {failing > 0 && (
        <Link to="/receivers" search={{ state: 'failing' }} preload={false}>
          {formatNumber(failing)} more failing
        </Link>
      )}
      {recovered > 0 && (
        <Link to="/receivers" search={{ state: 'recovered' }} preload={false}>
          {formatNumber(recovered)} {!listed.slice(0, SHOWN).every(isDown) ? 'more ' : ''}recovered
        </Link>
      )}
    </p>
  )
}

function Receiver({ known }: { known: ListedReceiver }) {
  return (
    <li>
      <ReceiverName companies={known.companies}>
        <Link to="/receivers" search={{ receiver: known.receiver }} preload={false} translate="no">
          {known.receiver}
        </Link>
      </ReceiverName>
      <span className={classes.state}>
        <ReceiverStateChip receiver={known} />
        {known.late_s !== null && <span>Replays {formatLateness(known.late_s)}</span>}
      </span>
    </li>
  )
}
