import { formatCount, formatNumber, plural } from '../../../format/numbers.ts'
import { formatNames } from '../../../format/text.ts'

/* Loaded on demand with the forms for many numbers. */

export const canBeSent = (count: number, all: number) =>
  `${formatNumber(count)} of ${formatNumber(all)} entries can be sent.`
/** The other entries, by what becomes of them: "1 already blocked, 2 duplicates, 3 invalid." */
export function others(
  count: (group: 'listed' | 'notListed' | 'duplicate' | 'held' | 'invalid') => number,
): string {
  const duplicates = count('duplicate')
  const counted: [number, string][] = [
    [count('listed'), 'already blocked'],
    [count('notListed'), 'not on the list'],
    [duplicates, plural(duplicates, 'duplicate', 'duplicates')],
    [count('held'), 'held back'],
    [count('invalid'), 'invalid'],
  ]
  const some = counted.filter(([each]) => each > 0)
  if (some.length === 0) return ''
  return ` ${some.map(([each, what]) => `${formatNumber(each)} ${what}`).join(', ')}.`
}
export const held = (count: number) =>
  `${formatCount(count, 'number looks unusual and is', 'numbers look unusual and are')} held back.`
export const ownHeld = (count: number) =>
  count === 1
    ? '1 number is your own tracking number and is left out.'
    : `${formatNumber(count)} numbers are your own tracking numbers and are left out.`
export const includeHeld = (count: number) =>
  count === 1 ? 'Include it' : `Include all ${formatNumber(count)}`
/** "2 invalid, 1 held back" */
export function skippedEntries(invalid: number, held: number): string {
  return [
    ...(invalid > 0 ? [`${formatNumber(invalid)} invalid`] : []),
    ...(held > 0 ? [`${formatNumber(held)} held back`] : []),
  ].join(', ')
}

export const ownNumber = (company: string | null) =>
  company === null
    ? 'This is one of your own tracking numbers.'
    : `This is a tracking number of ${company}.`

export const allFrom = (country: string | undefined) => `All these numbers are from ${country}`

export const line = (number: number) => `Line ${formatNumber(number)}`

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Names all columns of a table that were read. */
export function onlyColumns(names: string[]): string {
  const columns = AND.format(names.map(name => formatNames([`“${name}”`])))
  return `Only the ${plural(names.length, 'column', 'columns')} ${columns} ${plural(names.length, 'was', 'were')} read.`
}
export const ignoredText = (numbers: number) =>
  `Text next to ${numbers === 1 ? 'one number' : `${formatNumber(numbers)} numbers`} was ignored.`
export const linesWithoutNumber = (lines: number) =>
  lines === 1
    ? 'One line has no phone number.'
    : `${formatNumber(lines)} lines have no phone number.`
