import type { FailedEventList } from '../../../contract/failed-event.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { ApiError } from '../../api/api-error.ts'
import { describeError } from '../../api/error-messages.ts'
import { formatWait } from '../../format/durations.ts'
import { formatNumber } from '../../format/numbers.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import type { RangeLoad } from '../range/range-load.ts'

type LoadState = {
  list: FailedEventList
  load: RangeLoad
  isLoading: boolean
  error: Error | null
  /** Formats a timestamp as a time of day. */
  time: (stamp: string) => string
}

/** Says which events the view below covers, and what happens with the rest. */
export function formatLoadProgress({ list, load, isLoading, error, time }: LoadState): string {
  const { count, read, wait, isComplete, stopped } = load
  const { many } = LIST_LABELS[list]
  const soFar = formatLoadedCount(count, read)
  const asOf = load.readAt === null ? '' : time(new Date(load.readAt).toISOString())
  const old = isComplete ? ` What you see was loaded at ${asOf}.` : ''

  if (isLoading && wait !== null) {
    const until = `asks us to wait ${formatWait(wait.seconds)}`
    return `${soFar && `${soFar} loaded. `}The service is busy and ${until}. Loading then continues automatically.${old}`
  }
  if (isLoading) return `Loading all ${many}${soFar && `: ${soFar}`}…${old}`
  if (error !== null) {
    const rest = isComplete ? old : ` ${soFar || 'None'} loaded, so this list is incomplete.`
    return `${describeError(error).title}${formatReason(error)}.${rest}`
  }
  if (isComplete) return `${soFar} ${many} loaded at ${asOf}.${formatListChanges(load)}`
  if (stopped === 'limit') {
    return `${soFar} ${many} loaded, so this list is incomplete. More at once may slow your browser down: choose fewer days, or load more.`
  }
  return `Stopped. ${soFar || 'None'} loaded, so this list is incomplete.`
}

/**
 * Why nothing can be done with all matches yet: the events that match are only some of them.
 *
 * @param isComing whether the rest comes without a click
 */
export function formatLoadObstacle(
  list: FailedEventList,
  { count, read }: RangeLoad,
  isComing: boolean,
): string {
  const { many } = LIST_LABELS[list]
  if (isComing) return `Waiting for all ${count === null ? '' : `${formatNumber(count)} `}${many}…`
  const loaded = formatLoadedCount(count, read)
  const part = loaded === '' ? `No ${many} are loaded` : `Only ${loaded} ${many} are loaded`
  return `${part}. Load the rest first, or choose fewer days.`
}

/** The part of an answer that could not be read. */
function formatReason(error: Error): string {
  const isUnreadable = error instanceof ApiError && error.kind === 'unreadable'
  return isUnreadable && error.detail !== null ? `: ${shownText(error.detail)}` : ''
}

/** "20 of 45". If the service doesn't count, the number of loaded events, if there are any. */
function formatLoadedCount(count: number | null, read: number): string {
  if (count !== null) return `${formatNumber(read)} of ${formatNumber(count)}`
  return read === 0 ? '' : formatNumber(read)
}

/** Says how the list changed while it was loading, if the loaded events show it. */
function formatListChanges({ count, read, came }: RangeLoad): string {
  if (count !== null && read < count) {
    return ' The list changed while it was loading, so some events are missing. Load it again.'
  }
  if (came === 0) return ''
  return ` ${formatNumber(came)} of them arrived while the others were loading.`
}
