const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The certificate's last or first day according to the sender's error: "3 November 2026". */
export function certificateDay(error: string): string | null {
  // Go's error contains the time of the attempt first, then the relevant time.
  const [, words] =
    /\b(?:expired on|valid only from|is after|is before) (.+)/i.exec(error.slice(0, 2_000)) ?? []
  if (words === undefined) return null
  const [stamp] = /\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/.exec(words) ?? []
  const date = stamp === undefined ? writtenDay(words) : new Date(stamp)
  return date === null || Number.isNaN(date.getTime()) ? null : DAY.format(date)
}

/** "3 November 2026" or "3 Nov 2026"; browsers differ in which texts they parse as dates. */
function writtenDay(words: string): Date | null {
  const [, day, name = '', year] = /(\d{1,2}) (\p{L}{3})\p{L}* (\d{4})/u.exec(words) ?? []
  const month = MONTHS.indexOf(name.toLowerCase())
  const date = new Date(Date.UTC(Number(year), month, Number(day)))
  // The 31st of February would be a day in March.
  return date.getUTCMonth() === month && date.getUTCDate() === Number(day) ? date : null
}
