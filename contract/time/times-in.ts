import { type CalendarDate, dayOf, zoneName } from './calendar-date.ts'
import { formatDay, formatShortDay, weekdayOf } from './day-text.ts'
import { stampIn, startOfDay } from './stamp.ts'

/** Formats moments in the service's time zone, whatever the browser's zone is. */
export type Times = {
  /** IANA name, such as "Africa/Johannesburg". */
  timeZone: string
  /** The zone's short name, such as "SAST". */
  zone: string
  /** "21 Nov, 14:03:09" */
  moment: (stamp: string) => string
  /** "Saturday 21 November 2026, 14:03:09 SAST" */
  full: (stamp: string) => string
  /** "14:03" today, otherwise "20 Nov, 14:03". */
  brief: (stamp: string) => string
  /** "14:03:09" today, otherwise "20 Nov, 14:03:09". */
  exact: (stamp: string) => string
  today: () => CalendarDate
  /** When a day begins. */
  startOf: (day: CalendarDate) => Date
}

/** @param timeZone IANA name, such as "Africa/Johannesburg" */
export function timesIn(timeZone: string): Times {
  const zone = zoneName(timeZone)
  /** The day and the time of day. */
  const partsOf = (stamp: string) => {
    const [day = '', clock = ''] = stampIn(new Date(stamp), timeZone).split(/[T.]/)
    return { day, clock }
  }
  // Several cells of a row name the same moment, and formatting it is slow.
  let last = { stamp: '', text: '' }
  const moment = (stamp: string) => {
    if (stamp !== last.stamp) {
      const { day, clock } = partsOf(stamp)
      last = { stamp, text: `${formatShortDay(day)}, ${clock}` }
    }
    return last.text
  }
  const today = () => dayOf(new Date(), timeZone)

  return {
    timeZone,
    zone,
    today,
    startOf: day => startOfDay(day, timeZone),
    moment,
    full: stamp => {
      const { day, clock } = partsOf(stamp)
      return `${weekdayOf(day)} ${formatDay(day)}, ${clock} ${zone}`
    },
    brief: stamp => {
      const { day, clock } = partsOf(stamp)
      const minute = clock.slice(0, '14:03'.length)
      return day === today() ? minute : `${formatShortDay(day)}, ${minute}`
    },
    exact: stamp => {
      const { day, clock } = partsOf(stamp)
      return day === today() ? clock : moment(stamp)
    },
  }
}
