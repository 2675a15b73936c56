import { useForceUpdate } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { firstDayCounted, recentDays } from '../../../contract/day-counts.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import type { Session } from '../../../contract/session.ts'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import { useTimes } from '../../format/times.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { dayCountQuery } from '../day-counts/day-count-query.ts'
import { recoveredDaysQuery } from '../replays/states/recovered-days-query.ts'
import { OverviewCard } from './card/overview-card.tsx'
import { BlocklistCard } from './cards/blocklist-card.tsx'
import missingClasses from './cards/missing-card.module.css'
import { MissingFigure } from './cards/missing-figure.tsx'
import { ReceiversCard } from './cards/receivers-card.tsx'
import { RunningReplaysCard } from './cards/running-replays-card.tsx'
import { VisitCard } from './cards/visit-card.tsx'
import { WorstReceiversCard } from './cards/worst-receivers-card.tsx'
import { type DayCount, type DayCounts, missingOf } from './days/day-count.ts'
import { DaysCard } from './days/days-card.tsx'
import classes from './overview-page.module.css'

type OverviewPageProps = { session: Session; isTable: boolean; onTable: (isTable: boolean) => void }

/** The start page: what is still missing, what is new, and which receivers are failing. */
export function OverviewPage({ session, isTable, onTable }: OverviewPageProps) {
  const today = useTimes().today()
  const counts = useDayCounts(today, session.time_zone)
  return (
    <>
      <PageHeader title="Overview">Events your customers haven’t received yet, and why.</PageHeader>
      <div className={classes.page}>
        <div className={classes.headline}>
          {/* The events that customers don't have yet, which people look for first. */}
          <OverviewCard
            title="Still missing"
            about="Failed in the last 7 days and not recovered yet. Events that the service is still retrying are not listed."
          >
            <div className={missingClasses.figures}>
              {FailedEventList.options.map(list => (
                <MissingFigure key={list} list={list} counts={counts} today={today} />
              ))}
            </div>
          </OverviewCard>
          <VisitCard counts={counts} today={today} session={session} />
        </div>
        <div className={classes.columns}>
          <div className={classes.column}>
            <DaysCard counts={counts} isTable={isTable} onTable={onTable} />
            <WorstReceiversCard today={today} />
          </div>
          <div className={classes.column}>
            <RunningReplaysCard />
            <BlocklistCard />
            {/* Last, because it grows while the gateway reads what failed today. */}
            <ReceiversCard />
          </div>
        </div>
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
