import type { Reading } from '../../../contract/events.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { ApiError } from '../../api/api-error.ts'
import { describeError } from '../../api/error-messages.ts'
import { formatWait } from '../../format/durations.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'

export const loadingList = (list: FailedEventList) => `Loading ${LIST_LABELS[list].many}…`

type LoadState = {
  list: FailedEventList
  reading: Reading
  /** Why the range is not read any further; null if there is no error. */
  error: Error | null
  /** Formats a timestamp as a time of day. */
  time: (stamp: string) => string
}

/** Says which events the view below covers, and what happens with the rest. */
export function formatLoadProgress({ list, reading, error, time }: LoadState): string {
  const { wait, is_complete, is_reading, read_at } = reading
  const { one, many } = LIST_LABELS[list]
  const soFar = formatLoadedCount(reading)
  const old = is_complete && read_at !== null ? ` What you see was loaded at ${time(read_at)}.` : ''

  if (is_reading && wait !== null) {
    const until = `asks us to wait ${formatWait(wait)}`
    return `${soFar && `${soFar} loaded. `}The service is busy and ${until}. Loading then continues automatically.${old}`
  }
  if (error !== null) {
    const rest = is_complete ? old : ` ${soFar || 'None'} loaded, so this list is incomplete.`
    return `${describeError(error).title}${formatReason(error)}.${rest}`
  }
  if (is_complete && read_at !== null)
    return `${formatCount(reading.read, one, many)} loaded at ${time(read_at)}.`
  if (is_reading) return `Loading all ${many}${soFar && `: ${soFar}`}…`
  return `Stopped. ${soFar || 'None'} loaded, so this list is incomplete.`
}

/** A page has its days read again once a minute. */
const NEW_FOR_MS = 5 * 60_000

/**
 * How much has been read while the rest is missing, or how old it is while it is read again: none or one text. After a
 * failure, the page says why.
 */
export function formatPart(
  list: FailedEventList,
  { reading, error }: Pick<LoadState, 'error'> & { reading: Reading | undefined },
  time: LoadState['time'],
): string[] {
  if (reading === undefined || reading.problem !== null) {
    const isOver = error !== null || reading !== undefined
    if (!isOver || reading?.is_complete) return []
    return [`${formatLoaded(list, reading)}, so these numbers may be too low.`]
  }
  const { is_complete, is_reading, wait, read_at } = reading
  const isOld = wait !== null || Date.now() - Date.parse(read_at ?? '') > NEW_FOR_MS
  if (is_complete && !(is_reading && isOld)) return []
  return [formatLoadProgress({ list, reading, error, time })]
}

/** When the older of several lists was read: "Loaded at 14:03."; empty if none of their days may still change. */
export function formatAge(readings: (Reading | undefined)[], time: LoadState['time']): string {
  const times = readings.flatMap(reading => reading?.read_at ?? [])
  const [oldest] = times.toSorted((one, other) => Date.parse(one) - Date.parse(other))
  return oldest === undefined ? '' : `Loaded at ${time(oldest)}.`
}

/** Why nothing can be done with all matches yet: the events that match are only some of them. */
export function formatLoadObstacle(list: FailedEventList, reading: Reading): string | null {
  const { count, is_complete, is_reading } = reading
  if (is_complete) return null
  const { many } = LIST_LABELS[list]
  if (is_reading)
    return `Waiting for all ${count === null ? '' : `${formatNumber(count)} `}${many}…`
  return `${formatLoaded(list, reading)}. Load the rest first, or choose fewer days.`
}

function formatLoaded(list: FailedEventList, reading: Reading | undefined): string {
  const { many } = LIST_LABELS[list]
  const loaded = reading ? formatLoadedCount(reading) : ''
  return loaded === '' ? `No ${many} are loaded` : `Only ${loaded} ${many} are loaded`
}

/** The part of an answer that could not be read, or why the service did not accept the request. */
function formatReason(error: Error): string {
  const isExplained = error instanceof ApiError && ['unreadable', 'invalid'].includes(error.kind)
  return isExplained && error.detail !== null ? `: ${shownText(error.detail)}` : ''
}

/** "20 of 45". If the service doesn't count, the number of loaded events, if there are any. */
function formatLoadedCount({ count, read }: Reading): string {
  if (count !== null) return `${formatNumber(read)} of ${formatNumber(count)}`
  return read === 0 ? '' : formatNumber(read)
}
