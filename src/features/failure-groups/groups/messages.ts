import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { MAX_EVENTS_NAMED } from '../../../../contract/replay.ts'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { listNoun } from '../../event/list/list-labels.ts'
import type { GroupBy } from '../../range/failure-group.ts'

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

/** "Timed out · Answered 500, an error on its side · 3 others": a cause may contain a comma. */
export function causes([first, second, ...others]: string[]): string {
  const more = others.length > 0 ? formatCount(others.length, 'other', 'others') : undefined
  return [first, second, more].filter(part => part !== undefined).join(' · ')
}

export const selectAll = (count: number) => `Select all ${formatNumber(count)}`
