import type { FailedEventList } from '../../../contract/failed-event.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { formatDateRange } from '../../format/days.ts'
import { formatWait } from '../../format/durations.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import type { DateRange } from '../event/list/list-search.ts'
import type { Gathered, Progress } from './gather-events.ts'

/* Loaded on demand with the panel. */

export const filteredEvents = (count: number | null) =>
  `Filtered events, in this order${countInBrackets(count)}`
/** "All from 24 November 2026 (25)", "All from 17 to 24 November 2026". */
export const allOfRange = (range: DateRange, count: number | null) =>
  `All ${formatDateRange(range).replace(/^on /, 'from ')}${countInBrackets(count)}`

export const saved = (list: FailedEventList, count: number, file: string) =>
  `${formatEventCount(list, count)} saved as ${file}.`
export const savedIncomplete = (gathered: Gathered, file: string) =>
  `Saved as ${file}. It is incomplete: ${formatPart(gathered)}.`
export const incomplete = (gathered: Gathered) =>
  `Export incomplete: ${formatPart(gathered)} loaded. No file was created.`

/** "12,300 of 50,000 loaded", and why the export waits. */
export function progress(progress: Progress | null): string {
  if (progress === null) return 'Looking up replays and creating the file…'
  const { step, done, of, wait } = progress
  const soFar = of === null ? LOADING[step] : `${formatNumber(done)} of ${formatNumber(of)} ${step}`
  if (wait === null) return soFar
  return `${soFar}. The service is busy and asks us to wait ${formatWait(wait)}. The export then continues automatically.`
}

const LOADING = { read: 'Reading the list…', loaded: 'Loading…' }

function formatEventCount(list: FailedEventList, count: number): string {
  const { one, many } = LIST_LABELS[list]
  return formatCount(count, one, many)
}

function formatPart({ events, of }: Gathered): string {
  return `${formatNumber(events.length)} of ${formatNumber(of)}`
}

function countInBrackets(count: number | null): string {
  return count === null ? '' : ` (${formatNumber(count)})`
}
