import { foreignTime } from '../time/foreign-time.ts'
import { startOfDay } from '../time/stamp.ts'
import type { SampleRange, ValueContext } from './field-values.ts'
import type { SampleField } from './sample-fields.ts'

export type SampleOrigin = {
  /** The time zone of times without one. */
  zone: string
  /** The requested days, without to_date; null if they are unknown. */
  range: { from_date: string; to_date: string } | null
}

/** What is known about the sample when its values are read. */
export function contextOf({ zone, range }: SampleOrigin, fields: SampleField[]): ValueContext {
  const days = range && {
    from: startOfDay(range.from_date, zone).getTime(),
    to: startOfDay(range.to_date, zone).getTime(),
  }
  return { zone, range: days, dayFirst: dayFirstOf(fields, zone, days) }
}

const SLASHED = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}/

/** Whether dates such as 02/11/2026 begin with the day. A part above 12 decides, or the range. */
function dayFirstOf(
  fields: SampleField[],
  zone: string,
  range: SampleRange | null,
): boolean | null {
  const dates = fields
    .flatMap(({ values }) => values)
    .filter((value): value is string => typeof value === 'string' && SLASHED.test(value))
  const parts = dates.map(date => SLASHED.exec(date)?.slice(1).map(Number) ?? [])
  const isDayFirst = parts.some(([first = 0]) => first > 12)
  const isMonthFirst = parts.some(([, second = 0]) => second > 12)
  if (isDayFirst !== isMonthFirst) return isDayFirst
  if (isDayFirst || range === null || dates.length === 0) return null
  const [asDays, asMonths] = [true, false].map(dayFirst =>
    dates.every(date => {
      const time = foreignTime(date, { zone, dayFirst })
      return time !== null && time >= range.from && time < range.to
    }),
  )
  return asDays === asMonths ? null : asDays === true
}
