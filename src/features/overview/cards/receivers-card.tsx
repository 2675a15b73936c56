import { Link } from '@tanstack/react-router'
import type { KnownReceiver, ReceiverState } from '../../../../contract/receiver.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { ReceiverName } from '../../receivers/receiver-name.tsx'
import { StateWithReason } from '../../receivers/state/state-with-reason.tsx'
import { CardFailure, CardLoading, CardNote, OverviewCard } from '../card/overview-card.tsx'
import classes from './receivers-card.module.css'
import { useReceiversToday } from './use-receivers-today.ts'

const SHOWN = 4

const LISTED: ReceiverState[] = ['failing', 'recovered']

/** The receivers that are failing or have recovered. */
export function ReceiversCard() {
  const { query, receivers, isRead, isReading, reading } = useReceiversToday()
  const listed = (receivers ?? []).filter(({ state }) => LISTED.includes(state))
  const isEmpty = receivers !== undefined && listed.length === 0
  const failed = query.isError ? query : reading
  return (
    <OverviewCard title="Receivers" action={<Link to="/receivers">All receivers</Link>}>
      {failed.isError && (query.isError || isEmpty) && <CardFailure query={failed} />}
      {(query.isPending || (isEmpty && isReading && !isRead)) && !failed.isError && (
        <CardLoading label="Loading the receivers…" rows={1} isTall />
      )}
      {isEmpty && isRead && <CardNote>No receivers are failing.</CardNote>}
      {isEmpty && !isRead && !isReading && !failed.isError && (
        <CardNote>
          No receivers are failing by what Redial has read. Some of today’s events have not been
          read.
        </CardNote>
      )}
      {listed.length > 0 && (
        <ul className={classes.receivers}>
          {listed.slice(0, SHOWN).map(receiver => (
            <Receiver key={receiver.receiver} known={receiver} />
          ))}
        </ul>
      )}
      <More shown={listed.slice(0, SHOWN)} rest={listed.slice(SHOWN)} />
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
function More({ shown, rest }: { shown: KnownReceiver[]; rest: KnownReceiver[] }) {
  if (rest.length === 0) return null
  return (
    <p className={classes.more}>
      {LISTED.map(state => {
        const count = rest.filter(receiver => receiver.state === state).length
        const isShown = shown.some(receiver => receiver.state === state)
        return (
          count > 0 && (
            <Link key={state} to="/receivers" search={{ state }} preload={false}>
              {formatNumber(count)} {isShown && 'more '}
              {state}
            </Link>
          )
        )
      })}
    </p>
  )
}

function Receiver({ known }: { known: KnownReceiver }) {
  return (
    <li>
      <ReceiverName companies={known.companies}>
        <Link to="/receivers" search={{ receiver: known.receiver }} preload={false} translate="no">
          {known.receiver}
        </Link>
      </ReceiverName>
      <div>
        <StateWithReason receiver={known} />
      </div>
    </li>
  )
}
