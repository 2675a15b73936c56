import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ShownEvent } from '../../../../contract/event-page.ts'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import { MAX_PAGE_SIZE, type Page } from '../../../../contract/pages/page.ts'
import type { Session } from '../../../../contract/session.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { type CalendarDate, dayOf } from '../../../../contract/time/calendar-date.ts'
import { useTimes } from '../../../format/times.ts'
import { Notice } from '../../../ui/notice.tsx'
import { listNoun } from '../../event/list/list-labels.ts'
import { ListLink } from '../../event/list/list-link.tsx'
import type { DateRange } from '../../event/list/list-search.ts'
import { failedEventsQuery } from '../../failed-events/failed-events-query.ts'
import { describeHandOvers } from '../../follow-up/messages.ts'
import { useFollowUps, useMe } from '../../follow-up/use-follow-up.ts'
import { noticesQuery } from '../../notices/notices-query.ts'
import { type SessionOwner, sessionOwner } from '../../session/account-storage.ts'
import { CardNote, OverviewCard } from '../card/overview-card.tsx'
import type { DayCount, DayCounts } from '../days/day-count.ts'
import { keepVisit, readVisit, visitAt } from './last-visit.ts'
import classes from './visit-card.module.css'

type VisitCardProps = {
  counts: DayCounts
  today: CalendarDate
  session: Session
  /** When the previous visit ended; null in the first one. */
  last: string | null
}

export function VisitCard({ counts, today, session, last }: VisitCardProps) {
  const times = useTimes()
  return (
    <OverviewCard
      title={last === null ? 'Today' : 'Since your last visit'}
      about={
        last === null
          ? `Since midnight (${times.zone}). On your next visit, this card will also show what’s new since this one.`
          : `Your last visit: ${times.brief(last)} ${times.zone}. Only this browser remembers it.`
      }
    >
      <div className={classes.figures}>
        {last !== null && (
          <NewFigures last={new Date(last)} counts={counts} today={today} session={session} />
        )}
        {FailedEventList.options.map(list => (
          <TodayFigure key={list} list={list} counts={counts} today={today} />
        ))}
      </div>
    </OverviewCard>
  )
}

/** What colleagues have handed over to the person since the previous visit. */
export function HandOvers({ last }: Pick<VisitCardProps, 'last'>) {
  const [followUps = [], me] = [useFollowUps(), useMe()]
  const { data } = useQuery(noticesQuery)
  const isNew = (at: string) => last === null || Date.parse(at) > Date.parse(last)
  const titles = data?.results.flatMap(({ at, title }) => (isNew(at) ? title : []))
  const handOvers = me && describeHandOvers(followUps, me, last, titles)
  if (!handOvers) return null
  return (
    <Notice tone="wait">
      {handOvers}{' '}
      <Link to="/" search={{ follow_up: 'mine' }}>
        Show what is yours
      </Link>
    </Notice>
  )
}

type TodayFigureProps = { list: FailedEventList; counts: DayCounts; today: CalendarDate }

function TodayFigure({ list, counts, today }: TodayFigureProps) {
  const { count = null, missing = null, isWaiting = true } = counts.byList[list][0] ?? {}
  const isKnown = count !== null && missing !== null && !isWaiting
  return (
    <div>
      <Figure
        count={count}
        isWaiting={isWaiting}
        label={`${listNoun(list, count ?? 0)} today`}
        list={list}
        range={{ from: today, to: today }}
      />
      {/* The number above stays the same when replays deliver what failed. */}
      <p className={classes.missing}>
        {isKnown &&
          count > 0 &&
          (missing === 0
            ? `All ${formatNumber(count)} recovered`
            : `${formatNumber(missing)} still missing`)}
      </p>
    </div>
  )
}

type NewFiguresProps = Omit<VisitCardProps, 'last'> & { last: Date }

function NewFigures({ last, counts, today, session }: NewFiguresProps) {
  const day = dayOf(last, session.time_zone)
  const firstDay = counts.byList.call_events_fail.at(-1)?.day ?? today
  const isInSight = day >= firstDay
  const pages = useQueries({
    queries: FailedEventList.options.map(list => ({
      ...failedEventsQuery(list, { from: day, to: day, page: 1, size: MAX_PAGE_SIZE }),
      enabled: isInSight,
    })),
  })
  const figures = FailedEventList.options.map((list, index) => {
    const later = counts.byList[list].filter(other => other.day > day)
    const page = pages[index]
    const isWaiting = page?.isFetching === true || later.some(other => other.isWaiting)
    // Nothing is known while the newest page may still arrive. After that, only the days are known.
    const since = isInSight && !page?.data ? null : failedSince(last, page?.data, later)
    return { list, isWaiting, since }
  })
  const isAnyAtLeast = figures.some(({ since, isWaiting }) => since?.isAtLeast && !isWaiting)

  return (
    <>
      {figures.map(({ list, since, isWaiting }) => (
        <Figure
          key={list}
          count={isWaiting ? null : (since?.count ?? null)}
          isAtLeast={since?.isAtLeast}
          isWaiting={isWaiting}
          label={`new ${listNoun(list, since?.count ?? 0)}`}
          list={list}
          range={{ from: isInSight ? day : firstDay, to: today }}
        />
      ))}
      {isAnyAtLeast && (
        <div className={classes.limits}>
          <CardNote>
            There may be more. Redial checks only the newest {MAX_PAGE_SIZE} events of the day of
            your last visit. It does not check days that could not be counted or are more than 30
            days ago.
          </CardNote>
        </div>
      )}
    </>
  )
}

type FigureProps = {
  /** null if it isn't known. The card then says so and shows no number, not even 0. */
  count: number | null
  isAtLeast?: boolean
  isWaiting: boolean
  /** "failed calls today" */
  label: string
  list: FailedEventList
  range: DateRange
}

function Figure({ count, isAtLeast = false, isWaiting, label, ...events }: FigureProps) {
  return (
    <ListLink className={classes.figure} {...events}>
      <span className={classes.count} data-known={count !== null}>
        {count === null ? (isWaiting ? 'Counting…' : 'Unknown') : formatNumber(count)}
        {isAtLeast && count !== null && <span className={classes.least}>or more</span>}
      </span>{' '}
      <span className={classes.label}>{label}</span>
    </ListLink>
  )
}

/** When the account last saw this page before this visit, in this browser; null if never. */
export function useLastVisit(session: SessionOwner): string | null {
  const owner = sessionOwner(session)
  const [last, setLast] = useState(() => {
    return visitAt(readVisit(owner), new Date()).last
  })

  useEffect(() => {
    const arrive = () => {
      const visit = visitAt(readVisit(owner), new Date())
      keepVisit(owner, visit)
      setLast(visit.last)
    }
    // All of it is one visit, even if the page was visible for long.
    const leave = () => {
      const known = readVisit(owner)
      keepVisit(owner, { last: known?.last ?? null, seen: new Date().toISOString() })
    }
    const note = () => (document.visibilityState === 'visible' ? arrive() : leave())
    note()
    document.addEventListener('visibilitychange', note)
    return () => {
      document.removeEventListener('visibilitychange', note)
      if (document.visibilityState === 'visible') leave()
    }
  }, [owner])

  return last
}

/** `isAtLeast`: there may be more, because not everything could be checked. */
type NewFailures = { count: number; isAtLeast: boolean }

/**
 * The number of failures after `last`, the time of the last visit. On that day, it counts the events of
 * the newest page by their time. For later days, it adds the counts of the days.
 *
 * @param newest the newest page of the list on the day of that visit; undefined if that day is
 *   outside the 30 days
 */
export function failedSince(
  last: Date,
  newest: Pick<Page<ShownEvent>, 'next' | 'results'> | undefined,
  laterDays: DayCount[],
): NewFailures {
  const later = laterDays.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const areDaysKnown = laterDays.every(({ count }) => count !== null)
  if (newest === undefined) return { count: later, isAtLeast: true }

  const moments = newest.results.map(event => Date.parse(event.failed_at ?? ''))
  const after = moments.filter(moment => moment > last.getTime())
  const isPageEnough = newest.next === null || endsBefore(moments, last)
  const areTimesKnown = moments.every(moment => !Number.isNaN(moment))
  return {
    count: later + after.length,
    isAtLeast: !areDaysKnown || !isPageEnough || !areTimesKnown,
  }
}

/** Only in a list with the newest first does the last event show that all others are older. */
function endsBefore(moments: number[], last: Date): boolean {
  const isNewestFirst = moments.every(
    (moment, index) => index === 0 || moment <= (moments[index - 1] ?? 0),
  )
  return isNewestFirst && (moments.at(-1) ?? 0) <= last.getTime()
}
