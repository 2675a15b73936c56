import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type CountedDay, firstDayCounted } from '../../../../contract/day-counts.ts'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import { overviewRange } from '../../../../contract/overview.ts'
import { formatCount, plural } from '../../../../contract/text/count.ts'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import { useTimes } from '../../../format/times.ts'
import { eventNoun, LIST_LABELS } from '../../event/list/list-labels.ts'
import { ListLink } from '../../event/list/list-link.tsx'
import { lastDays } from '../../failed-events/date-range/date-presets.ts'
import type { DayCounts } from '../days/days-card.tsx'
import classes from './to-do-card.module.css'
import type { ToDos } from './use-to-dos.ts'

/** How many events from before the days of the card are still missing. */
export type Older = {
  /** Calls and AI events. */
  missing: number[]
  /** Whether there may be more of them. */
  isPart: boolean
}

/** The counts of the days before Overview's list of what is still missing. */
export function olderOf({ byList }: Pick<DayCounts, 'byList'>, first: CountedDay['day']): Older {
  const older = FailedEventList.options.map(list => byList[list].filter(({ day }) => day < first))
  return {
    missing: older.map(days => days.reduce((sum, { missing }) => sum + (missing ?? 0), 0)),
    isPart: older.flat().some(({ missing }) => missing === null),
  }
}

const LAST_DAYS = ' of the last 30 days'

/** What is before and after the days: "At least 1,299 older events" and " are still missing". */
export function describeOlder({ missing, isPart }: Older): [before: string, after: string] {
  const count = missing.reduce((sum, count) => sum + count, 0)
  if (count === 0) {
    return isPart ? ['Older events', ' may still be missing'] : ['No older events', ' are missing']
  }
  const events = formatCount(count, 'older event', 'older events')
  return [isPart ? `At least ${events}` : events, ` ${plural(count, 'is', 'are')} still missing`]
}

type OlderEventsProps = { older: Older; days: ReactNode; children: ReactNode }

function OlderEvents({ older, days, children }: OlderEventsProps) {
  const [before, after] = describeOlder(older)
  return (
    <span className={classes.older}>
      {before}
      {days}
      {after}
      {children}.
    </span>
  )
}

/** Links to the lists of older days, because Overview has no receivers for them. */
export function OlderOnOverview({ counts }: { counts: DayCounts }) {
  const today = useTimes().today()
  const { from } = overviewRange(today)
  if (counts.isLoading || counts.isLoadingRecovered) {
    // With a key, because a browser takes a text that React uses again on another line for a shift of the page.
    return (
      <span key="counting" className={classes.older}>
        Counting older events<span className={classes.wideOnly}>{LAST_DAYS}</span>…
      </span>
    )
  }
  const older = olderOf(counts, from)
  const linked = FailedEventList.options
    .map((list, at) => ({ list, missing: older.missing[at] ?? 0 }))
    .filter(({ missing }) => older.isPart || missing > 0)
  const range = { from: firstDayCounted(today), to: addDays(from, -1) }
  return (
    <OlderEvents older={older} days={<span className={classes.wideOnly}>{LAST_DAYS}</span>}>
      {linked.map(({ list, missing }, at) => (
        <span key={list}>
          {at === 0 ? ': ' : ' and '}
          <ListLink list={list} range={range} state="missing">
            {missing > 0
              ? formatCount(missing, eventNoun(list, 1), eventNoun(list, 2))
              : LIST_LABELS[list].many}
          </ListLink>
        </span>
      ))}
    </OlderEvents>
  )
}

/** Nothing if the page shows all of these days. */
export function OlderOfCompany({ toDo: { both, filter } }: { toDo: ToDos }) {
  const today = useTimes().today()
  if (filter.earlier_from === undefined) return null
  const counts = both.map(({ query }) => query.data?.earlier)
  // Their rows come with them.
  if (counts.every(one => one === undefined)) return null
  const older = {
    missing: counts.map(one => one?.missing ?? 0),
    isPart: counts.some(one => !one?.is_complete),
  }
  const isNone = !older.isPart && counts.every(one => one?.missing === 0)
  return (
    <OlderEvents older={older} days={isNone && LAST_DAYS}>
      {!isNone && (
        <>
          {': '}
          <Link to="." search={lastDays(30)(today)}>
            show the last 30 days
          </Link>
        </>
      )}
    </OlderEvents>
  )
}
