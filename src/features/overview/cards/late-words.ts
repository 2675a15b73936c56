const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

/** How late attempts at a receiver begin, such as "12 minutes late". */
export function lateWords(seconds: number): string {
  if (seconds < 2 * MINUTE_S) return `${seconds} seconds late`
  if (seconds < 2 * HOUR_S) return `${Math.round(seconds / MINUTE_S)} minutes late`
  return `${Math.round(seconds / HOUR_S)} hours late`
}
