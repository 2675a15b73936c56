import type { FailedEventList } from '../../../contract/failed-event.ts'
import { MAX_EVENTS_NAMED } from '../../../contract/replay.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { LIST_LABELS, listNoun } from '../event/list/list-labels.ts'
import type { StateCounts } from '../range/event-index.ts'
import type { GroupBy } from '../range/failure-group.ts'

export const loadingList = (list: FailedEventList) => `Loading ${LIST_LABELS[list].many}…`

export const statusLabel = 'How much is loaded'
export const progressBar = 'Events loaded'
export const loading = 'Loading…'
export const waiting = 'Waiting for the service…'
export const refresh = 'Refresh'
export const loadMore = 'Load more'

export const statesChanged = (count: number) =>
  `${formatCount(count, 'event has', 'events have')} another state or cause now.`
export const updateList = 'Update the list'

export const noMatchTitle = 'No matching events'
export const noMatch = 'Try fewer words, or remove a filter.'
export const showAllEvents = 'Show all events'
export const nothingMissingTitle = 'Nothing is missing'
export const noneInStateTitle = 'No event is in this state'
export const statesNotLoadedTitle = 'The states could not be loaded'
export const statesNotLoaded =
  'It is unknown which events are in this state. Try again, or look at all of them.'
export const othersMatch = (list: FailedEventList, counts: StateCounts) =>
  `${formatAll(list, counts)} match the search and the other filters.`
export const showAll = (list: FailedEventList, counts: StateCounts) =>
  `Show all ${formatAll(list, counts)}`

/** "Of 15 failed calls, 12 were delivered by a replay and 3 were marked as handled elsewhere." */
export function nothingMissing(list: FailedEventList, counts: StateCounts): string {
  const { delivered, handled } = counts
  const parts = [
    delivered > 0 && `${formatCount(delivered, 'was', 'were')} delivered by a replay`,
    handled > 0 && `${formatCount(handled, 'was', 'were')} marked as handled elsewhere`,
  ]
  return `Of ${formatAll(list, counts)}, ${parts.filter(part => part !== false).join(' and ')}.`
}

function formatAll(list: FailedEventList, { all }: StateCounts): string {
  return `${formatNumber(all)} ${listNoun(list, all)}`
}

export const selectAll = (count: number) => `Select all ${formatNumber(count)}`
export const allMatch = (list: FailedEventList, count: number) =>
  `${formatNumber(count)} ${listNoun(list, count)}`
export const someMatch = (list: FailedEventList, found: number, all: number) =>
  `${formatNumber(found)} of ${formatNumber(all)} ${LIST_LABELS[list].many} match`
export const replayThese = (count: number) => `Replay these ${formatNumber(count)}…`
export const tooManyToReplay = `At most ${formatNumber(MAX_EVENTS_NAMED)} at a time: narrow them down first.`

export const groupByLegend = 'Group by'
export const groupBy = (by: GroupBy) => `By ${by}`
export const groupTable = 'Groups of failures'
export const groupCount = (list: FailedEventList, groups: number, events: number) =>
  `${formatCount(groups, 'group', 'groups')} of ${formatNumber(events)} ${listNoun(list, events)}`
export const showMoreGroups = 'Show more groups'

export const nameColumn = 'Company, cause and receiver'
export const missingColumn = 'Missing'
export const unknown = 'Unknown'
export const ofAll = (count: number) => `of ${formatNumber(count)}`
export const noneOf = (count: number) => `None of ${formatNumber(count)}`
export const callsColumn = 'Calls'
export const firstAndLastColumn = (timeZone: string) => `First and last (${timeZone})`
export const firstAndLast = 'First and last'
export const unknownTime = 'Unknown'
export const today = (time: string) => `today, ${time}`
export const overTimeColumn = 'Over time'
export const mostAt = (time: string, most: number, all: number) =>
  `Most at ${time}: ${formatNumber(most)} of ${formatNumber(all)}`
export const replayColumn = 'Replay'
export const replayMissing = (count: number) => `Replay ${formatNumber(count)} missing`
export const replayGroup = 'Replay this group'

/** "Acme Cars", "Acme Cars and Bela Motors", "Acme Cars, Bela Motors and 3 others" */
export function names([first, second, ...others]: string[]): string {
  if (first === undefined || second === undefined) return first ?? ''
  if (others.length === 0) return `${first} and ${second}`
  const more = formatCount(others.length, 'other', 'others')
  return `${first}, ${second} and ${more}`
}
