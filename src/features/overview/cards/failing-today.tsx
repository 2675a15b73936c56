import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { useTimes } from '../../../format/times.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { dayCountQuery } from '../../day-counts/day-count-query.ts'
import { ReceiverLink } from '../../receivers/receiver-link.tsx'
import { CardFailure } from '../card/card-failure.tsx'
import { CardNote, OverviewCard } from '../card/overview-card.tsx'
import own from './failing-today.module.css'
import * as messages from './messages.ts'
import { useWorstReceivers } from './use-worst-receivers.ts'
import { WorstReceiverRow } from './worst-receiver-row.tsx'
import type { WorstReceiver } from './worst-receivers.ts'
import classes from './worst-receivers-card.module.css'
import { worstReceiversQuery } from './worst-receivers-query.ts'

const SHOWN = 5

/** The maximum number of events of each list that this page loads: at most five requests. */
const FEW = 500

/**
 * On Receivers: those with events from today that are still missing. Nobody may have replayed an event
 * to them yet, so their state is still unknown.
 */
export function FailingToday() {
  const times = useTimes()
  const today = times.today()
  const amount = useAmount(today, times.timeZone)
  const query = useQuery({ ...worstReceiversQuery(today), enabled: amount === 'few' })
  const { receivers = [], areStatesKnown } = useWorstReceivers(today, { enabled: false })
  const [isWhole, setIsWhole] = useState(false)
  if (amount === 'many') {
    return (
      <div className={own.above}>
        <OverviewCard title={messages.failingTodayTitle}>
          <CardNote>
            {messages.tooManyFailures}{' '}
            <Link
              to="/failed-calls"
              search={{ from: today, to: today, view: 'groups', by: 'receiver' }}
            >
              {messages.groupByReceiver}
            </Link>
          </CardNote>
        </OverviewCard>
      </div>
    )
  }
  if (receivers.length === 0 && !query.isError) return null
  const shown = isWhole ? receivers : receivers.slice(0, SHOWN)
  const others = receivers.length - shown.length
  return (
    <div className={own.above}>
      <OverviewCard title={messages.failingTodayTitle}>
        {query.isError && <CardFailure query={query} />}
        {shown.length > 0 && <CardNote>{messages.missingAtWorkingReceivers}</CardNote>}
        {shown.length > 0 && (
          <ol className={classes.receivers}>
            {shown.map(worst => (
              <WorstReceiverRow
                key={worst.receiver}
                worst={worst}
                most={receivers[0]?.count ?? 1}
                today={today}
                state={areStatesKnown ? 'missing' : undefined}
                name={worst.isKnown ? <ReceiverLink receiver={worst.receiver} /> : worst.receiver}
                note={lastAt(worst)}
              />
            ))}
          </ol>
        )}
        {others > 0 && (
          <CardNote>
            <PlainButton onClick={() => setIsWhole(true)}>
              {messages.showMoreReceivers(others)}
            </PlainButton>
          </CardNote>
        )}
      </OverviewCard>
    </div>
  )

  function lastAt({ last }: WorstReceiver): string | null {
    return last === null ? null : messages.latestMissing(times.brief(new Date(last).toISOString()))
  }
}

/** How many events failed today. If Overview has loaded them, any number counts as few. */
function useAmount(today: CalendarDate, timeZone: string): 'unknown' | 'few' | 'many' {
  const { queryKey } = worstReceiversQuery(today)
  const isLoaded = useQueryClient().getQueryData(queryKey) !== undefined
  const counts = useQueries({
    queries: isLoaded
      ? []
      : FailedEventList.options.map(list => dayCountQuery(list, today, timeZone)),
  })
  if (isLoaded) return 'few'
  if (counts.some(({ data }) => data != null && data > FEW)) return 'many'
  return counts.every(({ data }) => data != null) ? 'few' : 'unknown'
}
