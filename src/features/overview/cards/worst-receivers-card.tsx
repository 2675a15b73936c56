import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import type { DateRange } from '../../event/list/list-search.ts'
import { WaitNotice } from '../../request-errors/wait-notice.tsx'
import { CardFailure } from '../card/card-failure.tsx'
import { CardLoading } from '../card/card-loading.tsx'
import { CardNote, OverviewCard } from '../card/overview-card.tsx'
import { useWorstReceivers } from './use-worst-receivers.ts'
import { WorstReceiverRow } from './worst-receiver-row.tsx'
import classes from './worst-receivers-card.module.css'
import { MAX_EVENTS_READ, worstReceiversQuery } from './worst-receivers-query.ts'

const SHOWN = 5

/** The receivers with the most failures of today that are still missing, with the causes. */
export function WorstReceiversCard({ today }: { today: CalendarDate }) {
  const query = useQuery(worstReceiversQuery(today))
  const { receivers, hasFailures, areStatesKnown } = useWorstReceivers(today)
  const others = Math.max(0, (receivers?.length ?? 0) - SHOWN)
  return (
    <OverviewCard
      title="Worst receivers of today"
      action={<ByReceiver range={{ from: addDays(today, -6), to: today }}>Last 7 days</ByReceiver>}
      about={
        query.data?.isComplete === false &&
        `Of the newest ${formatNumber(MAX_EVENTS_READ)} failed calls and AI events each`
      }
    >
      <WaitNotice reason={query.failureReason} />
      {query.isError && <CardFailure query={query} />}
      {query.isPending && <CardLoading label="Loading today’s failures…" rows={4} />}
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
              state={areStatesKnown ? 'missing' : undefined}
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
