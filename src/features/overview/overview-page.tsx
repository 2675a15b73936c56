import { useForceUpdate } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { firstDayCounted, recentDays } from '../../../contract/day-counts.ts'
import { PAGE_HEADS } from '../../../contract/document-data.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { FollowUpFilter } from '../../../contract/follow-up.ts'
import { overviewRange } from '../../../contract/overview.ts'
import type { Session } from '../../../contract/session.ts'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import { useTimes } from '../../format/times.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { dayCountQuery } from '../day-counts/day-count-query.ts'
import { FollowUpSelect } from '../follow-up/follow-up-select.tsx'
import { recoveredDaysQuery } from '../replays/states/recovered-days-query.ts'
import { RunningReplaysCard } from './cards/running-replays-card.tsx'
import { ToDoCard, useToDos } from './cards/to-do-card.tsx'
import { VisitCard } from './cards/visit-card.tsx'
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
  const counts = useDayCounts(today, session.time_zone)
  const toDo = useToDos(overviewRange(today), { follow_up })
  return (
    <>
      <PageHeader title={title}>{purpose}</PageHeader>
      <div className={classes.page}>
        <ToDoCard
          toDo={toDo}
          title="Not delivered in the last 7 days"
          filterSelect={
            <FollowUpSelect chosen={follow_up} onChoose={follow_up => onSearch({ follow_up })} />
          }
        />
        {toDo.isSettled && (
          <>
            <RunningReplaysCard />
            <div className={classes.columns}>
              <DaysCard counts={counts} />
              <VisitCard counts={counts} today={today} session={session} />
            </div>
          </>
        )}
      </div>
    </>
  )
}

/**
 * The number of failures on each of the last 30 days. The newest day is requested first, so that the
 * page is useful immediately. A failed count delays no other count.
 */
function useDayCounts(today: CalendarDate, timeZone: string): DayCounts {
  const asked = recentDays(today)
  const calls = useRecoveredDays('call_events_fail', today)
  const aiEvents = useRecoveredDays('transcription_events_fail', today)
  const recovered = { call_events_fail: calls.data, transcription_events_fail: aiEvents.data }
  const results = useQueries({
    queries: asked.map(({ list, day }) => dayCountQuery(list, day, timeZone)),
  })
  useRedrawAfterMount()

  const countOf = (list: FailedEventList, day: CalendarDate): DayCount => {
    const result = results[asked.findIndex(each => each.list === list && each.day === day)]
    const isWaiting = result?.isPending === true && result.isFetching
    const count = result?.data ?? null
    return { day, count, missing: missingOf(count, day, recovered[list]), isWaiting }
  }
  const countsOf = (list: FailedEventList) =>
    asked.flatMap(one => (one.list === list ? countOf(list, one.day) : []))
  const late = results.find(result => result.isFetching && result.failureReason !== null)
  return {
    byList: {
      call_events_fail: countsOf('call_events_fail'),
      transcription_events_fail: countsOf('transcription_events_fail'),
    },
    known: results.filter(result => result.data !== undefined).length,
    of: results.length,
    isLoading: results.some(result => result.isPending && result.isFetching),
    isLoadingRecovered: calls.isPending || aiEvents.isPending,
    delay: late?.failureReason ?? null,
    problem: results.find(result => result.error !== null)?.error ?? calls.error ?? aiEvents.error,
    onRetry: () => {
      for (const result of [...results, calls, aiEvents]) if (result.isError) void result.refetch()
    },
  }
}

function useRecoveredDays(list: FailedEventList, today: CalendarDate) {
  return useQuery(recoveredDaysQuery(list, firstDayCounted(today), today))
}

/**
 * The first results of `useQueries` leave out that a request which began before has failed and waits to be
 * retried. Unlike `useQuery`, it doesn't correct them once it is mounted, so the page would not say what it
 * waits for.
 */
function useRedrawAfterMount(): void {
  const redraw = useForceUpdate()
  useEffect(redraw, [redraw])
}
