import type { StateCounts } from '../../../contract/events.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { MAX_EVENTS_NAMED } from '../../../contract/replay.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { LIST_LABELS, listNoun } from '../event/list/list-labels.ts'

export const loadingList = (list: FailedEventList) => `Loading ${LIST_LABELS[list].many}…`

export const statusLabel = 'How much is loaded'
export const progressBar = 'Events loaded'
export const loading = 'Loading…'
export const waiting = 'Waiting for the service…'
export const refresh = 'Refresh'
export const loadMore = 'Load more'

export const stop = 'Stop'
export const listChanged = 'This list has changed.'
export const updateList = 'Update the list'

export const noMatchTitle = 'No matching events'
export const noMatchYetTitle = 'No matching events so far'
export const noMatch = 'Try fewer words, or remove a filter.'
export const showAllEvents = 'Show all events'
export const nothingMissingTitle = 'Nothing is missing'
export const noneInStateTitle = 'No event is in this state'
export const othersMatch = (list: FailedEventList, counts: StateCounts) =>
  `${formatAll(list, counts)} match the search and the other filters.`
export const showAll = ({ all }: StateCounts) =>
  all === 1 ? 'Show it' : `Show all ${formatNumber(all)}`

/** "Of 15 failed calls, 12 were delivered by a replay and 3 were marked as handled elsewhere." */
export function nothingMissing(list: FailedEventList, counts: StateCounts): string {
  const { delivered, handled, all } = counts
  if (all === 1) {
    const what = delivered === 1 ? 'delivered by a replay' : 'marked as handled elsewhere'
    return `The only match was ${what}.`
  }
  const parts = [
    delivered > 0 && `${formatCount(delivered, 'was', 'were')} delivered by a replay`,
    handled > 0 && `${formatCount(handled, 'was', 'were')} marked as handled elsewhere`,
  ]
  return `Of ${formatAll(list, counts)}, ${parts.filter(part => part !== false).join(' and ')}.`
}

function formatAll(list: FailedEventList, { all }: StateCounts): string {
  return `${formatNumber(all)} ${listNoun(list, all)}`
}

export const allMatch = (list: FailedEventList, count: number) =>
  `${formatNumber(count)} ${listNoun(list, count)}`
export const someMatch = (list: FailedEventList, found: number, all: number) =>
  `${formatNumber(found)} of ${formatNumber(all)} ${LIST_LABELS[list].many} match`
export const pageOf = (page: number, pages: number) =>
  `, page ${formatNumber(page)} of ${formatNumber(pages)}`
export const noneMissing = '· None is still missing.'
export const replayMissing = (count: number) => `Replay ${formatNumber(count)} missing…`
export const replayThese = (count: number) =>
  count === 1 ? 'Replay this one…' : `Replay these ${formatNumber(count)}…`

export const tooManyToReplay = `At most ${formatNumber(MAX_EVENTS_NAMED)} at a time: narrow them down first.`
export const cannotSend = {
  receiver: 'Redial can’t send them, because they name neither a receiver nor a tracking number.',
  payload: 'Redial can’t send them, because the service gives no payload for them.',
}
