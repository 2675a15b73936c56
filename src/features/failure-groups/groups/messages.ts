import type { GroupBy } from '../../../../contract/events.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { listNoun } from '../../event/list/list-labels.ts'

export const groupByLegend = 'Group by'
export const groupBy = (by: GroupBy) => `By ${by}`
export const groupTable = 'Groups of failures'
export const groupCount = (list: FailedEventList, groups: number, events: number) =>
  `${formatCount(groups, 'group', 'groups')} of ${formatNumber(events)} ${listNoun(list, events)}`
export const noFollowUpTitle = 'No group has this follow-up'
export const noFollowUp = 'Choose “Any” above to see all groups.'
export const showMoreGroups = 'Show more groups'

/** Each cell begins with the company, whatever the groups are. */
export const NAME_COLUMNS: Record<GroupBy, string> = {
  receiver: 'Receiver, with its companies and causes',
  company: 'Company, with its causes and receivers',
  cause: 'Cause, with its companies and receivers',
}
export const missingColumn = 'Missing'
export const noneOf = (count: number) => `None of ${formatNumber(count)}`
export const callsColumn = 'Calls'
export const firstAndLastColumn = (timeZone: string) => `First and last (${timeZone})`
export const firstAndLast = 'First and last'
export const unknownTime = 'Unknown'
/** @param brief as `Times.brief` formats it: without a day for today */
export function dayAndTime(brief: string): { day: string; time: string } {
  const [day, time] = brief.split(', ')
  return time === undefined ? { day: 'today', time: brief } : { day: `${day},`, time }
}
export const overTimeColumn = 'Over time'
export const mostAt = (time: string, most: number, all: number) =>
  `Most at ${time}: ${formatNumber(most)} of ${formatNumber(all)}`
export const scale = (most: number) => `max. ${formatNumber(most)}`
export const replayColumn = 'Replay'
export const replayMissing = (count: number) => `Replay ${formatNumber(count)} missing`
export const replayGroup = 'Replay this group'
export const moreActions = 'More actions for this group'
export const replayGroupAgain = 'Replay again…'

/** "Timed out · Answered 500, an error on its side · +3 causes": a cause may contain a comma. */
export function causes([first, second]: string[], of: number): string {
  const more = of > 2 ? `+${formatCount(of - 2, 'cause', 'causes')}` : undefined
  return [first, second, more].filter(part => part !== undefined).join(' · ')
}
