import { formatCount, formatNumber } from '../../format/numbers.ts'

export const showAs = 'Show as'
export const tree = 'Tree'
export const rawText = 'Raw text'
export const copy = 'Copy'
export const download = 'Download'
export const copyingBlocked =
  'The browser blocked copying. Download it instead, or select the raw text.'

export const asTree = (title: string) => `${title}, as a tree`
export const expandAll = 'Expand all'
export const collapseAll = 'Collapse all'
export const treeEnds =
  'The tree ends here, because it has too many rows. The raw text and the download are complete.'
export const level = (depth: number) => `level ${formatNumber(depth)}`
export const entries = (count: number) => formatCount(count, 'entry', 'entries')
export const fields = (count: number) => formatCount(count, 'field', 'fields')
export const moreCharacters = (count: number) => `and ${formatNumber(count)} more characters`

export const searchIn = (title: string) => `Search ${title}`
export const search = 'Search'
export const previousMatch = 'Previous match'
export const nextMatch = 'Next match'
export const notFound = 'Not found'
export const orMore = (count: number) => `${count} or more`
export const found = (count: string) => `${count} found`
export const placeOf = (place: number, count: string) => `${place} of ${count}`

export const firstCharacters = (shown: number, all: number) =>
  `The first ${formatNumber(shown)} of ${formatNumber(all)} characters. Copy and Download have all of them.`
export const showMore = 'Show more'
