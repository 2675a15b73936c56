import { type CalendarDate, dayOf, zoneName } from '../../contract/time/calendar-date.ts'
import { startOfDay } from '../../contract/time/stamp.ts'

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
  const options = {
    timeZone,
    hourCycle: 'h23',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const
  const short = new Intl.DateTimeFormat('en-GB', { ...options, month: 'short' })
  const long = new Intl.DateTimeFormat('en-GB', {
    ...options,
    weekday: 'long',
    month: 'long',
    year: 'numeric',
  })
  const zone = zoneName(timeZone)
  // Several cells of a row name the same moment, and formatting it is slow.
  let last = { stamp: '', text: '' }
  const moment = (stamp: string) => {
    if (stamp !== last.stamp) {
      const { day, month, hour, minute, second } = partsOf(short, stamp)
      last = { stamp, text: `${day} ${month}, ${hour}:${minute}:${second}` }
    }
    return last.text
  }
  const today = () => dayOf(new Date(), timeZone)
  const isToday = (stamp: string) => dayOf(new Date(stamp), timeZone) === today()

  return {
    timeZone,
    zone,
    today,
    startOf: day => startOfDay(day, timeZone),
    moment,
    full: stamp => {
      const { weekday, day, month, year, hour, minute, second } = partsOf(long, stamp)
      return `${weekday} ${day} ${month} ${year}, ${hour}:${minute}:${second} ${zone}`
    },
    brief: stamp => {
      const { day, month, hour, minute } = partsOf(short, stamp)
      const clock = `${hour}:${minute}`
      return isToday(stamp) ? clock : `${day} ${month}, ${clock}`
    },
    exact: stamp => {
      const text = moment(stamp)
      return isToday(stamp) ? text.replace(/^.*, /, '') : text
    },
  }
}

/** Browsers and their versions put different separators between the parts. */
function partsOf(format: Intl.DateTimeFormat, stamp: string) {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of format.formatToParts(new Date(stamp))) parts[type] = value
  return parts
}

/** As `Intl` abbreviates them in British English. */
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ')

/**
 * Formats a stamp like `Times.moment`, at the offset that is written in it. It needs no time zone: the
 * first use of one takes a browser up to 25 ms.
 *
 * @returns null if the stamp has no offset, but is in UTC
 */
export function writtenMoment(stamp: string): string | null {
  const [, month, day, clock] =
    /^\d{4}-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?[+-]\d\d:\d\d$/.exec(stamp) ?? []
  if (clock === undefined) return null
  return `${Number(day)} ${MONTHS[Number(month) - 1]}, ${clock}`
}
