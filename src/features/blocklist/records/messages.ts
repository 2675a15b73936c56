import { formatNumber } from '../../../format/numbers.ts'

export const unreadEntries = (count: number) =>
  count === 1
    ? 'Redial can’t read one entry of the blocklist. This page doesn’t search, count or change it.'
    : `Redial can’t read ${formatNumber(count)} entries of the blocklist. This page doesn’t search, count or change them.`
export const unreadTitle = 'Entries that can’t be read'

export const changesPrefix = 'The list changed:'
export const closeChanges = 'Close the list of changes'

export const exportLabel = 'Export'
export const exportTitle = 'Export blocked numbers'

export const blockNumbers = 'Block numbers'
