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
export const checkInvalid = (count: number) =>
  `Check ${formatCount(count, 'invalid entry', 'invalid entries')}`
/** "2 invalid, 1 held back" */
export function skippedEntries(invalid: number, held: number): string {
  return [
    ...(invalid > 0 ? [`${formatNumber(invalid)} invalid`] : []),
    ...(held > 0 ? [`${formatNumber(held)} held back`] : []),
  ].join(', ')
}

export const includeNumber = (row: number) => `Include number ${formatNumber(row)}`
export const removeRow = (row: number) => `Remove row ${formatNumber(row)}`
export const heldAs = (number: string) => `Held back · ${number}`
export const sentAs = (number: string) => `Sent as ${number}`
export const readAs = (number: string) => `Read as ${number}`

export const duplicateOf = (row: number) =>
  `Duplicate of number ${formatNumber(row)}. It is sent once.`
export const looksIncomplete = (country: string) =>
  `Doesn’t look like a number of ${country}: is it complete?`
export const ownNumber = (company: string | null) =>
  company === null
    ? 'This is one of your own tracking numbers.'
    : `This is a tracking number of ${company}.`
export const looksForeign = (country: string) =>
  `Looks like a number of another country (${country}), but has no +.`

export const ambiguousNumbers = (count: number) =>
  `${formatNumber(count)} numbers can be read in two ways: a spreadsheet removed their first 0, or they start with another country’s code.`
export const allFrom = (country: string | undefined) => `All these numbers are from ${country}`

export const skippedDigits = (count: number) =>
  `${formatCount(count, 'group of digits was', 'groups of digits were')} skipped, and ${plural(count, 'doesn’t look like a phone number', 'don’t look like phone numbers')}`
export const line = (number: number) => `Line ${formatNumber(number)}`
export const addSkippedOf = (digits: string, line: number) => `Add ${digits} of line ${line}`

export const entriesAdded = (count: number) => `${formatCount(count, 'entry', 'entries')} added.`
export const ofFile = (file: string, feedback: string) => `“${file}”: ${feedback}`

const SAVE_AS_CSV =
  'Open it in your spreadsheet, save it as “CSV UTF-8”, and choose that file instead.'

/** Names the columns of a table that were read. */
export const onlyColumns = (names: string[]) =>
  `Only the ${plural(names.length, 'column', 'columns')} ${formatNames(names.map(name => `“${name}”`))} ${plural(names.length, 'was', 'were')} read.`
export const ignoredText = (numbers: number) =>
  `Text next to ${numbers === 1 ? 'one number' : `${formatNumber(numbers)} numbers`} was ignored.`
export const linesWithoutNumber = (lines: number) =>
  lines === 1
    ? 'One line has no phone number.'
    : `${formatNumber(lines)} lines have no phone number.`

export const fileTooLarge = (file: string) =>
  `“${file}” is larger than 5 MB, so it was not read. Split it into smaller files.`
export const tooManyNumbers = (most: number) =>
  `It contains more than ${formatNumber(most)} numbers, so none were added. Paste or drop it in smaller parts.`
export const fileUnreadable = (file: string) =>
  `“${file}” could not be read. Is it open elsewhere, or a folder?`
export const fileEmpty = (file: string) => `“${file}” is empty.`
export const fileIsWorkbook = (file: string) =>
  `“${file}” is a workbook, not a list. ${SAVE_AS_CSV}`
export const fileIsNoText = (file: string) =>
  `“${file}” is not a text file, or its encoding is unknown. ${SAVE_AS_CSV}`
