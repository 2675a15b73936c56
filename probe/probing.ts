import type { CalendarDate } from '../contract/time/calendar-date.ts'
import type { Finding } from './finding.ts'
import type { Quote } from './quote.ts'
import type { Service, Wait } from './service.ts'

/** What the checks of every section use. */
export type Probing = {
  service: Service
  wait: Wait
  quote: Quote
  baseUrl: string
  /** IANA name of the zone in which the service's days begin. */
  timeZone: string
  today: CalendarDate
  /** The days in which failed events are looked for; `to_date` is not included. */
  range: { from_date: CalendarDate; to_date: CalendarDate }
}

/** The checks of one section of docs/interface.md. */
export type Section = {
  title: string
  check: (probing: Probing) => Promise<Finding[]>
}
