import { formatCount, formatNumber } from '../../format/numbers.ts'

export const copy = 'Copy'
export const download = 'Download'
export const copyingBlocked = 'The browser blocked copying. Download it instead.'

export const entries = (count: number) => formatCount(count, 'entry', 'entries')
export const fields = (count: number) => formatCount(count, 'field', 'fields')
export const entriesBefore = (count: number) => `Show previous (${formatNumber(count)} before)`
export const entriesAfter = (count: number) => `Show next (${formatNumber(count)} more)`
export const moreCharacters = (count: number) => `and ${formatNumber(count)} more characters`
export const tooDeep = (levels: number) =>
  `Only ${formatNumber(levels)} levels fold. Copy and Download have all of them.`

export const searchIn = (title: string) => `Search ${title}`
export const search = 'Search'
export const previousMatch = 'Previous match'
export const nextMatch = 'Next match'
export const notFound = 'Not found'
export const orMore = (count: number) => `${count} or more`
export const matches = (count: string) => `${count} found`
export const matchOf = (position: number, count: string) => `${position} of ${count}`
