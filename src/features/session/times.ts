import { createContext, use } from 'react'
import type { CalendarDate } from '../../../contract/calendar-date.ts'
import { dayOf } from '../../../contract/calendar-date.ts'
import { startOfDay } from '../../../contract/stamp.ts'

/** How moments are written: always in the service's zone, whatever zone the browser is in. */
export type Times = {
  /** The zone's short name, such as "SAST". */
  zone: string
  /** "21 Nov, 14:03:09" */
  moment: (stamp: string) => string
  /** "Saturday 21 November 2026, 14:03:09 SAST" */
  full: (stamp: string) => string
  /** "14:03" when that is today, else "20 Nov, 14:03". */
  brief: (stamp: string) => string
  /** "14:03:09" when that is today, else "20 Nov, 14:03:09". */
  exact: (stamp: string) => string
  today: () => CalendarDate
  /** When a day begins. */
  startOf: (day: CalendarDate) => Date
}

/** @param timeZone IANA name, such as "Africa/Johannesburg" */
export function timesIn(timeZone: string): Times {
  const options = { timeZone, hourCycle: 'h23' } as const
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const moment = new Intl.DateTimeFormat('en-GB', {
    ...options,
    ...time,
    day: 'numeric',
    month: 'short',
    second: '2-digit',
  })
  const full = new Intl.DateTimeFormat('en-GB', {
    ...options,
    ...time,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    second: '2-digit',
  })
  const clock = new Intl.DateTimeFormat('en-GB', { ...options, ...time })
  const clockToTheSecond = new Intl.DateTimeFormat('en-GB', {
    ...options,
    ...time,
    second: '2-digit',
  })
  const dayAndClock = new Intl.DateTimeFormat('en-GB', {
    ...options,
    ...time,
    day: 'numeric',
    month: 'short',
  })
  const zone = zoneName(timeZone)
  const today = () => dayOf(new Date(), timeZone)
  const isToday = (date: Date) => dayOf(date, timeZone) === today()

  return {
    zone,
    today,
    startOf: day => startOfDay(day, timeZone),
    moment: stamp => moment.format(new Date(stamp)),
    full: stamp => `${full.format(new Date(stamp)).replace(' at ', ', ')} ${zone}`,
    brief: stamp => {
      const date = new Date(stamp)
      return (isToday(date) ? clock : dayAndClock).format(date)
    },
    exact: stamp => {
      const date = new Date(stamp)
      return (isToday(date) ? clockToTheSecond : moment).format(date)
    },
  }
}

/** South African English knows "SAST"; where a zone has no name of its own, its offset stands. */
function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-ZA', { timeZone, timeZoneName: 'short' })
  return parts.formatToParts().find(part => part.type === 'timeZoneName')?.value ?? timeZone
}

export const TimesContext = createContext<Times>(timesIn('UTC'))

export function useTimes(): Times {
  return use(TimesContext)
}
