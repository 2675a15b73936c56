import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { EventsChart } from '../../../../contract/events.ts'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import { overviewRange } from '../../../../contract/overview.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { jsonInside } from '../../../../contract/text/json-inside.ts'
import { addDays, dayOf } from '../../../../contract/time/calendar-date.ts'
import { Stamp, startOfDay } from '../../../../contract/time/stamp.ts'
import { useTimes } from '../../../format/times.ts'
import { Notice } from '../../../ui/notice.tsx'
import { listNoun } from '../../event/list/list-labels.ts'
import { ListLink } from '../../event/list/list-link.tsx'
import type { DateRange } from '../../event/list/list-search.ts'
import { describeHandOvers } from '../../follow-up/messages.ts'
import { useFollowUps, useMe } from '../../follow-up/use-follow-up.ts'
import { noticesQuery } from '../../notices/notices-query.ts'
import { rangeParameters, rangeQuery } from '../../range/events-query.ts'
import { useReading } from '../../range/use-reading.ts'
import { type SessionOwner, sessionOwner } from '../../session/account-storage.ts'
import { storedText, storeText } from '../../session/stored-text.ts'
import { OverviewCard } from '../card/overview-card.tsx'
import type { DayCount, DayCounts } from '../days/days-card.tsx'
import type { ToDos } from './use-to-dos.ts'
import classes from './visit-card.module.css'

type VisitCardProps = {
  counts: DayCounts
  /** When the previous visit ended; null in the first one. */
  last: string | null
}

export function VisitCard({ counts, last }: VisitCardProps) {
  const times = useTimes()
  return (
    <OverviewCard
      title={last === null ? 'Today' : 'Since your last visit'}
      about={
        last === null
          ? `Since midnight (${times.zone}). When you come back after half an hour or more, this card also shows what’s new since this visit.`
          : `Your last visit: ${times.brief(last)} ${times.zone}. Only this browser remembers it.`
      }
    >
      <div className={classes.figures}>
        {last !== null &&
          FailedEventList.options.map(list => <NewFigure key={list} list={list} last={last} />)}
        {FailedEventList.options.map(list => (
          <TodayFigure key={list} list={list} days={counts.byList[list]} />
        ))}
      </div>
    </OverviewCard>
  )
}

/** What colleagues have handed over to the person since the previous visit. */
export function HandOvers({
  last,
  receivers,
}: Pick<VisitCardProps, 'last'> & Pick<ToDos, 'receivers'>) {
  const [followUps = [], me] = [useFollowUps(), useMe()]
  const { data } = useQuery(noticesQuery)
  const notices =
    data?.results.filter(({ at }) => last === null || Date.parse(at) > Date.parse(last)) ?? []
  const companiesOf = (name: string) => receivers.get(name)?.companies ?? []
  const handOvers = me && describeHandOvers(followUps, me, last, notices, companiesOf)
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

/** @param days the newest first */
function TodayFigure({ list, days: [day] }: { list: FailedEventList; days: DayCount[] }) {
  const today = useTimes().today()
  const { count = null, missing = null, isWaiting = true } = day ?? {}
  const isKnown = count !== null && missing !== null && !isWaiting
  return (
    <Figure
      count={count}
      isWaiting={isWaiting}
      label={`${listNoun(list, count ?? 0)} today`}
      list={list}
      range={{ from: today, to: today }}
    >
      {/* The number above stays the same when replays deliver what failed. */}
      {isKnown &&
        count > 0 &&
        (missing === 0
          ? `All ${formatNumber(count)} recovered`
          : `${formatNumber(missing)} still missing`)}
    </Figure>
  )
}

/** What failed since the last visit, in the days that the gateway reads for this page. */
function NewFigure({ list, last }: { list: FailedEventList; last: string }) {
  const { timeZone, today } = useTimes()
  const range = overviewRange(today())
  const { version, reading, problem } = useReading(list, range)
  const starts = [0, Date.parse(last), startOfDay(addDays(today(), 1), timeZone).getTime()]
  const query = { ...rangeParameters(list, range), starts: starts.join(',') }
  const { data, isError } = useQuery(rangeQuery(EventsChart, '/chart', query, version))
  const day = dayOf(new Date(last), timeZone)
  const { count, isAtLeast } = newFailures(data, day >= range.from)
  // A partial count could be 0 although there are new failures.
  const isCounting = reading?.is_reading && data?.reading.is_complete === false
  return (
    <Figure
      count={isCounting ? null : count}
      isWaiting={!isError && problem === null}
      label={`new ${listNoun(list, count ?? 0)}`}
      list={list}
      range={{ from: day > range.from ? day : range.from, to: range.to }}
    >
      {isAtLeast && !isCounting && 'There may be more.'}
    </Figure>
  )
}

type FigureProps = {
  /** null if it isn't stored. The card then says so and shows no number, not even 0. */
  count: number | null
  isWaiting: boolean
  /** "failed calls today" */
  label: string
  list: FailedEventList
  range: DateRange
  /** A note below the number. */
  children: ReactNode
}

function Figure({ count, isWaiting, label, children, ...events }: FigureProps) {
  return (
    <div>
      <ListLink className={classes.figure} {...events}>
        <span className={classes.count} data-known={count !== null}>
          {count === null ? (isWaiting ? 'Counting…' : 'Unknown') : formatNumber(count)}
        </span>{' '}
        <span className={classes.label}>{label}</span>
      </ListLink>
      <p className={classes.missing}>{children}</p>
    </div>
  )
}

/**
 * How many events failed after a visit.
 *
 * @param chart the events from before the visit and since then; undefined if they are not known
 * @param isInRange whether the visit ended in the days of the chart
 * @returns `isAtLeast` if there may be more, such as events without a time
 */
export function newFailures(
  chart: Pick<EventsChart, 'results' | 'reading'> | undefined,
  isInRange: boolean,
): { count: number | null; isAtLeast: boolean } {
  if (chart === undefined) return { count: null, isAtLeast: false }
  const [before = 0, since = 0] = chart.results.map(({ count }) => count)
  const { is_complete, read } = chart.reading
  return { count: since, isAtLeast: !isInRange || !is_complete || before + since < read }
}

/** After this time away from the page, a return is a new visit. */
const VISITS_APART_MS = 30 * 60_000

/** `last`: the end of the previous visit; null for the first. `seen`: the latest time of this one. */
const Visit = z.object({ last: z.nullable(Stamp), seen: Stamp })
type Visit = z.infer<typeof Visit>

export function visitAt(stored: Visit | null, now: Date): Visit {
  const seen = now.toISOString()
  if (stored === null) return { last: null, seen }
  const isAnother = now.getTime() - Date.parse(stored.seen) >= VISITS_APART_MS
  return { last: isAnother ? stored.seen : stored.last, seen }
}

/** When the account last saw this page before this visit, in this browser; null if never. */
export function useLastVisit(session: SessionOwner): string | null {
  // Accounts that share a browser have separate visits.
  const key = `redial-last-visit ${sessionOwner(session)}`
  const [last, setLast] = useState(() => visitAt(readVisit(key), new Date()).last)

  useEffect(() => {
    const arrive = () => {
      const visit = visitAt(readVisit(key), new Date())
      storeText(key, JSON.stringify(visit))
      setLast(visit.last)
    }
    // All of it is one visit, even if the page was visible for long.
    const leave = () => {
      const visit: Visit = { last: readVisit(key)?.last ?? null, seen: new Date().toISOString() }
      storeText(key, JSON.stringify(visit))
    }
    const note = () => (document.visibilityState === 'visible' ? arrive() : leave())
    note()
    document.addEventListener('visibilitychange', note)
    return () => {
      document.removeEventListener('visibilitychange', note)
      if (document.visibilityState === 'visible') leave()
    }
  }, [key])

  return last
}

/** If the browser keeps nothing, each visit is the first one. */
function readVisit(key: string): Visit | null {
  return Visit.safeParse(jsonInside(storedText(key))).data ?? null
}
