import type { FailedEventList } from '../../../contract/failed-event.ts'
import { formatWait } from '../../format/durations.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import type { RangeReading } from '../range/range-reading.ts'
import type { Gathered } from './gather-events.ts'

/** "1,284 failed calls" */
export function formatEventCount(list: FailedEventList, count: number): string {
  const { one, many } = LIST_LABELS[list]
  return formatCount(count, one, many)
}

/** "12,300 of 50,000 loaded", and why the export waits. */
export function formatExportProgress(reading: RangeReading | null): string {
  if (reading === null) return 'Looking up replays and creating the file…'
  const { read, count, wait } = reading
  const soFar =
    count === null ? 'Loading…' : `${formatNumber(read)} of ${formatNumber(count)} loaded`
  if (wait === null) return soFar
  return `${soFar}. The service is busy and asks us to wait ${formatWait(wait.seconds)}. The export then continues automatically.`
}

/** "12,300 of 50,000", or "12,300 so far" if the total is unknown. */
export function formatPart({ events, of }: Gathered): string {
  return of === null
    ? `${formatNumber(events.length)} so far`
    : `${formatNumber(events.length)} of ${formatNumber(of)}`
}
