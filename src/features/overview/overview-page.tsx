import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { type CountedDay, firstDayCounted, recentDays } from '../../../contract/day-counts.ts'
import { PAGE_HEADS } from '../../../contract/document-data.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { FollowUpFilter } from '../../../contract/follow-up.ts'
import { overviewRange } from '../../../contract/overview.ts'
import type { Session } from '../../../contract/session.ts'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import { useTimes } from '../../format/times.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { dayCountsQuery, useDayCounts } from '../day-counts/day-count-query.ts'
import { FollowUpSelect } from '../follow-up/follow-up-select.tsx'
import { recoveredDaysQuery } from '../replays/states/recovered-days-query.ts'
import { OlderOnOverview } from './cards/older-events.tsx'
import { RunningReplaysCard } from './cards/running-replays-card.tsx'
import { ToDoCard } from './cards/to-do-card.tsx'
import { useToDos } from './cards/use-to-dos.ts'
import { HandOvers, useLastVisit, VisitCard } from './cards/visit-card.tsx'
import { type DayCount, type DayCounts, missingOf } from './days/day-count.ts'
import { DaysCard } from './days/days-card.tsx'
import classes from './overview-page.module.css'

type OverviewPageProps = {
  session: Session
  search: OverviewSearch
  onSearch: (search: OverviewSearch) => void
}
type OverviewSearch = { follow_up?: FollowUpFilter | undefined }

/** The start page: what to do first, which replays are running, and how the last days went. */
export function OverviewPage({ session, search, onSearch }: OverviewPageProps) {
  const { follow_up } = search
  const { title, purpose } = PAGE_HEADS['/']
  const today = useTimes().today()
  const counts = useCountsOfCharts(today, session.time_zone)
  const toDo = useToDos(overviewRange(today), { follow_up })
  const last = useLastVisit(session)
  return (
    <>
      <PageHeader title={title}>{purpose}</PageHeader>
      <div className={classes.page}>
        <ToDoCard
          toDo={toDo}
          title="Still missing from the last 7 days"
          news={follow_up !== 'mine' && <HandOvers last={last} />}
          older={follow_up === undefined && <OlderOnOverview counts={counts} />}
          filterSelect={
            <FollowUpSelect chosen={follow_up} onChoose={follow_up => onSearch({ follow_up })} />
          }
        />
        {toDo.isSettled && (
          <>
            <RunningReplaysCard />
            <Days session={session} last={last} />
          </>
        )}
      </div>
    </>
  )
}

/** How the last days went. Its sixty bars are not drawn again when the receivers above change. */
const Days = memo(function Days({ session, last }: { session: Session; last: string | null }) {
  const today = useTimes().today()
  const counts = useCountsOfCharts(today, session.time_zone)
  return (
    <div className={classes.columns}>
      <DaysCard counts={counts} />
      <VisitCard counts={counts} last={last} />
    </div>
  )
})

/**
 * The number of failures on each of the last 30 days. The newest day is requested first, so that the
 * page is useful immediately. A failed count delays no other count.
 */
function useCountsOfCharts(today: CalendarDate, timeZone: string): DayCounts {
  const days = recentDays(today)
  const calls = useRecoveredDays('call_events_fail', today)
  const aiEvents = useRecoveredDays('transcription_events_fail', today)
  const recovered = { call_events_fail: calls.data, transcription_events_fail: aiEvents.data }
  const counting = useQuery(dayCountsQuery(days, timeZone))
  const knownCount = useDayCounts()
  const { isFetching } = counting

  const countOf = ({ list, day }: CountedDay): DayCount => {
    const known = knownCount({ list, day })
    const count = known ?? null
    const isWaiting = isFetching && known === undefined
    return { day, count, missing: missingOf(count, day, recovered[list]), isWaiting }
  }
  const countsOf = (list: FailedEventList) => days.filter(one => one.list === list).map(countOf)
  const known = days.filter(day => knownCount(day) !== undefined).length
  return {
    byList: {
      call_events_fail: countsOf('call_events_fail'),
      transcription_events_fail: countsOf('transcription_events_fail'),
    },
    known,
    of: days.length,
    isLoading: isFetching && known < days.length,
    isLoadingRecovered: calls.isPending || aiEvents.isPending,
    delay: isFetching ? counting.failureReason : null,
    problem: counting.error ?? calls.error ?? aiEvents.error,
    onRetry: () => {
      for (const query of [counting, calls, aiEvents]) if (query.isError) void query.refetch()
    },
  }
}

function useRecoveredDays(list: FailedEventList, today: CalendarDate) {
  return useQuery(recoveredDaysQuery(list, firstDayCounted(today), today))
}
