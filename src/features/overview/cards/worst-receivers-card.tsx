import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { formatNames } from '../../../format/text.ts'
import type { DateRange } from '../../event/list/list-search.ts'
import { CardFailure, CardLoading, CardNote, OverviewCard } from '../card/overview-card.tsx'
import { useWorstReceivers } from './use-worst-receivers.ts'
import { WorstReceiverLinks } from './worst-receiver-links.tsx'
import type { WorstReceiver } from './worst-receivers.ts'
import classes from './worst-receivers-card.module.css'

type WorstReceiverRowProps = {
  worst: WorstReceiver
  most: number
  today: CalendarDate
}

const SHOWN = 5

/** The receivers with the most events from today that are still missing, with the causes. */
export function WorstReceiversCard({ today }: { today: CalendarDate }) {
  const { receivers, hasFailures, isPart, query } = useWorstReceivers(today)
  const others = Math.max(0, (receivers?.length ?? 0) - SHOWN)
  return (
    <OverviewCard
      title="Receivers with the most missing events today"
      action={<ByReceiver range={{ from: addDays(today, -6), to: today }}>Last 7 days</ByReceiver>}
      about={receivers && isPart && 'Some of today’s events have not been read yet'}
    >
      {query.isError && <CardFailure query={query} />}
      {receivers === undefined && !query.isError && (
        <CardLoading label="Loading today’s failures…" rows={4} />
      )}
      {receivers?.length === 0 && (
        <CardNote>
          {hasFailures
            ? 'Everything that failed today has recovered.'
            : 'Nothing has failed today so far.'}
        </CardNote>
      )}
      {receivers && receivers.length > 0 && (
        <ol className={classes.receivers}>
          {receivers.slice(0, SHOWN).map(receiver => (
            <WorstReceiverRow
              key={receiver.receiver}
              worst={receiver}
              most={receivers[0]?.count ?? 1}
              today={today}
            />
          ))}
        </ol>
      )}
      {others > 0 && (
        <CardNote>
          <ByReceiver range={{ from: today, to: today }}>
            {formatCount(others, 'more receiver', 'more receivers')} with failures
          </ByReceiver>
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

function WorstReceiverRow(props: WorstReceiverRowProps) {
  const { worst, most, today } = props
  const { receiver, companies, count, byList, causes } = worst
  const [main, ...rest] = causes
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
        <WorstReceiverLinks receiver={receiver} byList={byList} today={today} />
      </span>
      <span className={classes.cause}>
        {main && rest.length > 0
          ? `${main.text} (${formatNumber(main.count)}), and other causes`
          : main?.text}
      </span>
      <span
        className={classes.bar}
        style={{ '--share': `${(100 * count) / most}%` } as CSSProperties}
        aria-hidden
      />
    </li>
  )
}
