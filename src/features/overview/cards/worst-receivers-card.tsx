import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import type { DateRange } from '../../event/list/list-search.ts'
import { WaitNotice } from '../../request-errors/wait-notice.tsx'
import { CardFailure } from '../card/card-failure.tsx'
import { CardLoading } from '../card/card-loading.tsx'
import { CardNote, OverviewCard } from '../card/overview-card.tsx'
import * as messages from './messages.ts'
import { useWorstReceivers } from './use-worst-receivers.ts'
import { WorstReceiverRow } from './worst-receiver-row.tsx'
import classes from './worst-receivers-card.module.css'
import { MAX_EVENTS_READ, worstReceiversQuery } from './worst-receivers-query.ts'

const SHOWN = 5

/** The receivers with the most events from today that are still missing, with the causes. */
export function WorstReceiversCard({ today }: { today: CalendarDate }) {
  const query = useQuery(worstReceiversQuery(today))
  const { receivers, hasFailures, areStatesKnown } = useWorstReceivers(today)
  const others = Math.max(0, (receivers?.length ?? 0) - SHOWN)
  return (
    <OverviewCard
      title={messages.worstReceiversTitle}
      action={
        <ByReceiver range={{ from: addDays(today, -6), to: today }}>
          {messages.lastSevenDays}
        </ByReceiver>
      }
      about={query.data?.isComplete === false && messages.ofTheNewest(MAX_EVENTS_READ)}
    >
      <WaitNotice reason={query.failureReason} />
      {query.isError && <CardFailure query={query} />}
      {query.isPending && <CardLoading label={messages.loadingFailures} rows={4} />}
      {receivers?.length === 0 && (
        <CardNote>{hasFailures ? messages.allFailuresRecovered : messages.nothingFailed}</CardNote>
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
            {messages.moreWithFailures(others)}
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
