import { formatCount } from '../../contract/text/count.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** "1 min 05 s", "21 h 05 min", "2 days 3 h", which no line breaks */
export function formatDuration(exactSeconds: number): string {
  return wordedDuration(exactSeconds).replaceAll(' ', NO_BREAK)
}

const NO_BREAK = '\u00a0'

function wordedDuration(exactSeconds: number): string {
  const seconds = Math.round(exactSeconds)
  if (seconds < MINUTE_S) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (seconds < HOUR_S) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  const hours = Math.floor(minutes / 60)
  if (seconds < 2 * DAY_S) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
  const days = formatCount(Math.floor(hours / 24), 'day', 'days')
  return hours % 24 === 0 ? days : `${days} ${hours % 24} h`
}

/** "0.4 s", "10 s" */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds < 950) return `${Math.max(0.1, Math.round(milliseconds / 100) / 10)}${NO_BREAK}s`
  return formatDuration(milliseconds / 1000)
}

/** How long a service asks us to wait: "1 second", "3 minutes". `seconds` is null if it doesn't say. */
export function formatWait(seconds: number | null): string {
  if (seconds === null) return 'a little'
  if (seconds < 1.5 * MINUTE_S) return formatCount(Math.ceil(seconds), 'second', 'seconds')
  if (seconds < 1.5 * HOUR_S) return `${Math.ceil(seconds / MINUTE_S)} minutes`
  return seconds > 2 * DAY_S ? 'for days' : `${Math.ceil(seconds / HOUR_S)} hours`
}

/** "12 minutes late" */
export function formatLateness(seconds: number): string {
  if (seconds < 2 * MINUTE_S) return `${seconds} seconds late`
  if (seconds < 2 * HOUR_S) return `${Math.round(seconds / MINUTE_S)} minutes late`
  return `${Math.round(seconds / HOUR_S)} hours late`
}
