import { DayCountLine, recentDays } from '../../../../contract/day-counts.ts'
import { RecoveredDays } from '../../../../contract/event-state.ts'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import type { Session } from '../../../../contract/session.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { zoneName } from '../../../../contract/time/calendar-date.ts'
import { createMarkup } from '../../../jsx/create-markup.ts'
import { StackedBar } from '../../day-counts/stacked-bar.tsx'
import { sessionOwner } from '../../session/account-storage.ts'
import figureClasses from '../card/figure.module.css'
import { type FigureProps, figureContent } from '../card/figure-content.tsx'
import { VISITS_APART_MS, visitKey } from '../cards/last-visit.ts'
import * as cardMessages from '../cards/messages.ts'
import { missingFigure } from '../cards/missing-figure.tsx'
import { todayFigure } from '../cards/today-figure.tsx'
import visitClasses from '../cards/visit-card.module.css'
import { chartFrame, formatTotal } from '../days/chart-frame.tsx'
import columnClasses from '../days/day-columns.module.css'
import { type DayCount, missingOf } from '../days/day-count.ts'
import * as messages from '../days/messages.ts'

export type OverviewAsked = {
  /** The query of the page's address. */
  query: string
  session: Session
  /** In the service's time zone. */
  today: CalendarDate
}

export type FirstCards = {
  /** The parts, one after the other. */
  markup: string
  /** Where the browser keeps the person's visits, and how far apart two visits are. */
  visitKey: string
  visitsApartMs: number
}

/**
 * Draws what the counts of Overview show (docs/decisions/0050). The gateway runs this, and each part takes the place
 * of the same part of the outline.
 *
 * @param answers the texts of the answers to the counts and, for each list, to the recovered days
 * @returns null if the page shows something other than the chart
 * @throws if a count is missing
 */
export function drawFirstCards(answers: string[], asked: OverviewAsked): FirstCards | null {
  const { query, session, today } = asked
  if (new URLSearchParams(query).has('days')) return null
  const byList = countsOf(answers, today)
  const counts = { byList, isLoadingRecovered: false }
  const zone = zoneName(session.time_zone)
  const markup = createMarkup([
    <span key="days" data-part-of-first="days">
      {messages.daysIn(zone)}
    </span>,
    ...partsForReturning(zone),
    ...FailedEventList.options.flatMap(list => [
      missingFigure(list, counts, today, figure),
      todayFigure(list, counts, today, figure),
      chart(list, byList[list].toReversed()),
    ]),
  ])
  return { markup, visitKey: visitKey(sessionOwner(session)), visitsApartMs: VISITS_APART_MS }
}

/** What the page shows from the second visit on. Only the browser knows whether this is one, and when the last was. */
function partsForReturning(zone: string) {
  return [
    <span key="title" data-part-of-first="visit-title" data-for="returning">
      {cardMessages.sinceLastVisitTitle}
    </span>,
    <span
      key="about"
      className={visitClasses.unknown}
      data-part-of-first="visit-about"
      data-for="returning"
    >
      {cardMessages.lastVisit('26 Nov, 14:03', zone)}
    </span>,
    ...FailedEventList.options.map(list => (
      <a
        key={list}
        href="/"
        className={figureClasses.figure}
        data-before="today-call_events_fail"
        data-for="returning"
      >
        {figureContent({
          ...{ count: null, isWaiting: true, list, range: { from: '', to: '' } },
          label: cardMessages.newFigure(list, 0),
        })}
      </a>
    )),
  ]
}

function countsOf(
  [counted = '', ...recovered]: string[],
  today: CalendarDate,
): Record<FailedEventList, DayCount[]> {
  const lines = counted
    .split('\n')
    .filter(Boolean)
    .map(line => DayCountLine.parse(JSON.parse(line)))
  const daysOf = (list: FailedEventList) => {
    const index = FailedEventList.options.indexOf(list)
    const { results } = RecoveredDays.parse(JSON.parse(recovered[index] ?? ''))
    const recoveredDays = new Map(results.map(one => [one.day, one]))
    return recentDays(today).flatMap((one): DayCount[] => {
      if (one.list !== list) return []
      const line = lines.find(({ list, day }) => list === one.list && day === one.day)
      if (line === undefined || !('count' in line) || line.count === null) {
        throw new Error(`The failures of ${one.day} are not counted`)
      }
      const { day, count } = line
      return [{ day, count, missing: missingOf(count, day, recoveredDays), isWaiting: false }]
    })
  }
  return {
    call_events_fail: daysOf('call_events_fail'),
    transcription_events_fail: daysOf('transcription_events_fail'),
  }
}

// These look like the links of the page. Nobody can use the links of an outline.

function figure(props: FigureProps) {
  return (
    <a href="/" className={figureClasses.figure}>
      {figureContent(props)}
    </a>
  )
}

/** @param days oldest first */
function chart(list: FailedEventList, days: DayCount[]) {
  return chartFrame(list, days, {
    total: <a href="/">{formatTotal(list, days)}</a>,
    columns: most => (
      <div className={columnClasses.columns}>
        {days.map(({ day, count, missing }) => (
          <a key={day} href="/" className={columnClasses.day} data-count="known">
            {StackedBar({ count, missing, most })}
          </a>
        ))}
      </div>
    ),
  })
}
