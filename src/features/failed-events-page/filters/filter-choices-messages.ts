/* The choices load when a filter opens, so their texts are apart from those of the filters. */

import { formatNumber } from '../../../format/numbers.ts'

export const loadingRange = 'Loading the whole range…'
export const eventsLoaded = 'Events loaded'
export const valuesLoadedSoFar = (reason: string) =>
  `${reason}. These are the values loaded so far.`
export const loadRest = 'Load the rest'

export const findIn = (label: string) => `Find in ${label.toLowerCase()}`
export const find = 'Find…'
export const nothingToFilterBy = 'There is nothing to filter by.'
export const nothingMatches = 'Nothing matches.'
export const noneMissing = (count: number) => `None missing · ${formatNumber(count)}`
export const moreToFind = (count: number) => `${formatNumber(count)} more. Type to find them.`
