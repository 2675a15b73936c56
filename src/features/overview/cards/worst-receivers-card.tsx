import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import type { KnownReceiver } from '../../../../contract/receiver.ts'
import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatCount } from '../../../format/numbers.ts'
import { formatNames } from '../../../format/text.ts'
import type { DateRange } from '../../event/list/list-search.ts'
import { countMissing, MissingLinks } from '../../receivers/missing-links.tsx'
import { CardFailure, CardLoading, CardNote, OverviewCard } from '../card/overview-card.tsx'
import { useReceiversToday } from './use-receivers-today.ts'
import classes from './worst-receivers-card.module.css'

const SHOWN = 5

/** The receivers with the most events that are still missing, in all that Redial has read. */
export function WorstReceiversCard({ today }: { today: CalendarDate }) {
  const { receivers, isRead, isReading, query, reading } = useReceiversToday()
  const worst = receivers
    ?.filter(receiver => countMissing(receiver) > 0)
    .toSorted((one, other) => countMissing(other) - countMissing(one))
  const most = worst?.[0] && countMissing(worst[0])
  const isEmpty = worst?.length === 0
  const failed = query.isError ? query : reading
  return (
    <OverviewCard
      title="Receivers with the most missing events"
      action={<ByReceiver range={{ from: addDays(today, -6), to: today }}>Last 7 days</ByReceiver>}
      about={most && !isRead && 'Some of today’s events have not been read yet'}
    >
      {failed.isError && <CardFailure query={failed} />}
      {(worst === undefined || (isEmpty && isReading && !isRead)) && !failed.isError && (
        <CardLoading label="Loading the receivers…" rows={4} />
      )}
      {isEmpty && isRead && (
        <CardNote>Nothing is missing in the days that Redial has read.</CardNote>
      )}
      {isEmpty && !isRead && !isReading && !failed.isError && (
        <CardNote>
          Nothing is missing in what Redial has read. Some of today’s events have not been read.
        </CardNote>
      )}
      {worst && most && (
        <ol className={classes.receivers}>
          {worst.slice(0, SHOWN).map(receiver => (
            <WorstReceiverRow key={receiver.receiver} worst={receiver} most={most} />
          ))}
        </ol>
      )}
      {worst && worst.length > SHOWN && (
        <CardNote>
          <Link to="/receivers" search={{ sort: '-missing' }}>
            {formatCount(worst.length - SHOWN, 'more receiver', 'more receivers')} with missing
            events
          </Link>
        </CardNote>
      )}
    </OverviewCard>
  )
}

/** Links to the failed calls of these days, grouped by receiver, most failures first. */
function ByReceiver({ range, children }: { range: DateRange; children: ReactNode }) {
  return (
    <Link to="/failed-calls" search={{ ...range, view: 'groups', by: 'receiver' }}>
      {children}
    </Link>
  )
}

function WorstReceiverRow({ worst, most }: { worst: KnownReceiver; most: number }) {
  const { receiver, companies, cause } = worst
  return (
    <li className={classes.receiver}>
      <div>
        {companies.length > 0 && (
          <strong className={classes.company} translate="no">
            {formatNames(companies)}
          </strong>
        )}
        <div
          className={classes.host}
          data-leads={companies.length === 0 || undefined}
          translate="no"
        >
          {receiver}
        </div>
      </div>
      <span className={classes.counts}>
        <MissingLinks of={worst} />
      </span>
      <span className={classes.cause}>{cause}</span>
      <span
        className={classes.bar}
        style={{ '--share': `${(100 * countMissing(worst)) / most}%` } as CSSProperties}
        aria-hidden
      />
    </li>
  )
}
