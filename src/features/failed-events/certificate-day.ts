const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The day that a sender's words name as the certificate's last or first: "3 November 2026". */
export function certificateDay(error: string): string | null {
  // Go's words tell the time of the attempt first, and then the one that matters.
  const [, words] = /\b(?:expired on|valid only from|is after|is before) (.+)/i.exec(error) ?? []
  if (words === undefined) return null
  const [stamp] = /\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/.exec(words) ?? []
  const [day] = /\d{1,2} \p{L}+ \d{4}/u.exec(words) ?? []
  const date = new Date(stamp ?? `${day} UTC`)
  return Number.isNaN(date.getTime()) ? null : DAY.format(date)
}
