import { z } from 'zod'
import type { Session } from '../../../contract/session.ts'
import { escapeHtml } from '../../../contract/text/escape-html.ts'
import {
  type CalendarDate,
  dayNumber,
  shortDate,
  zoneName,
} from '../../../contract/time/calendar-date.ts'
import { daysOf } from './first-asks.ts'

/** A page without its data, as the build has rendered it. */
export const Outline = z.object({
  /** How many days ago the list begins and ends, such as "6-0"; null for any other range. */
  range: z.string().nullable(),
  /** With placeholders for values that only the gateway knows, such as %SERVICE%. */
  html: z.string(),
  /** Lists only: a row for `drawFirstRows`. */
  row: z.string().optional(),
})
export type Outline = z.infer<typeof Outline>

type OutlineFacts = {
  session: Session
  search: URLSearchParams
  /** In the service's time zone. */
  today: CalendarDate
  nonce: string
  /** Whether the end of the document may fill it with the page's first data. */
  mayBeFilled: boolean
}

/**
 * The outline of a page, filled from its address and the session. It is inert and hidden from screen
 * readers until the scripts run.
 */
export function fillOutline(
  outline: Outline,
  { session, search, today, nonce, mayBeFilled }: OutlineFacts,
): string {
  const { name, service, time_zone } = session
  const days = daysOf(search, today)
  const words: Record<string, string> = {
    NAME: name ?? 'Signed in to',
    SERVICE: service,
    ZONE: zoneName(time_zone),
    FROM: days ? shortDate(days.from) : '',
    TO: days ? shortDate(days.to) : '',
    CSP_NONCE: nonce,
  }
  const html = outline.html.replaceAll(
    /%(NAME|SERVICE|ZONE|FROM|TO|CSP_NONCE)%/g,
    (_match, word: string) => escapeHtml(words[word] ?? ''),
  )
  return `<div id="outline" aria-hidden="true" inert${mayBeFilled ? ' data-may-be-filled' : ''}>${html}</div>`
}

/** The one for the days in the address of a page. */
export function chooseOutline(
  outlines: Outline[],
  { search, today }: Pick<OutlineFacts, 'search' | 'today'>,
): Outline | undefined {
  const days = daysOf(search, today)
  const range = days && `${daysAgo(days.from, today)}-${daysAgo(days.to, today)}`
  return outlines.find(one => one.range === range) ?? outlines.at(-1)
}

function daysAgo(day: CalendarDate, today: CalendarDate): number {
  return dayNumber(today) - dayNumber(day)
}
