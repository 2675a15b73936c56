import { z } from 'zod'
import type { Session } from '../../../contract/session.ts'
import { type CalendarDate, dayNumber } from '../../../contract/time/calendar-date.ts'
import { shortDate } from '../../../contract/time/short-date.ts'
import { zoneName } from '../../../contract/time/zone-name.ts'
import { daysOf } from './first-asks.ts'

/** A page without its data, as the build has rendered it. */
export const Outline = z.object({
  /** How many days ago the list begins and ends, such as "6-0"; null for any other range. */
  range: z.string().nullable(),
  /** With placeholders for values that only the gateway knows, such as %SERVICE%. */
  html: z.string(),
})
export type Outline = z.infer<typeof Outline>

type OutlineFacts = {
  session: Session
  search: URLSearchParams
  /** In the service's time zone. */
  today: CalendarDate
  nonce: string
}

/**
 * The outline of a page with what its address and the session say. It can't be used, as nothing in it
 * does anything before the scripts are there, and it is not read out.
 */
export function fillOutline(
  outlines: Outline[],
  { session, search, today, nonce }: OutlineFacts,
): string {
  const { name, service, time_zone } = session
  const days = daysOf(search, today)
  const range = days && `${daysAgo(days.from, today)}-${daysAgo(days.to, today)}`
  const outline = outlines.find(one => one.range === range) ?? outlines.at(-1)
  if (outline === undefined) return ''
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
  return `<div id="outline" aria-hidden="true" inert>${html}</div>`
}

function daysAgo(day: CalendarDate, today: CalendarDate): number {
  return dayNumber(today) - dayNumber(day)
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => ESCAPES[character] ?? '')
}
