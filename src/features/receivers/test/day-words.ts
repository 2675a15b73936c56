const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** "3 March 2027": the day of a certificate, which is the same everywhere. */
export function dayWords(stamp: string): string {
  return DAY.format(new Date(stamp))
}
