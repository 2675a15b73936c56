import { formatNumber } from '../../../../format/numbers.ts'

const SAVE_AS_CSV =
  'Open it in your spreadsheet, save it as “CSV UTF-8”, and choose that file instead.'

export const onlyNumbersOfContacts = 'Only the phone numbers of the contacts were read.'

/** Names the columns of a table that were read. */
export function onlyColumns(names: string[]): string {
  const columns = names.map(name => `“${name}”`).join(' and ')
  return names.length === 1
    ? `Only the column ${columns} was read.`
    : `Only the columns ${columns} were read.`
}

export function ignoredText(numbers: number): string | null {
  if (numbers === 0) return null
  const which = numbers === 1 ? 'one number' : `${formatNumber(numbers)} numbers`
  return `Text next to ${which} was ignored.`
}

export function linesWithoutNumber(lines: number): string | null {
  if (lines === 0) return null
  return lines === 1
    ? 'One line has no phone number.'
    : `${formatNumber(lines)} lines have no phone number.`
}

export const fileTooLarge = (file: string) =>
  `“${file}” is larger than 5 MB, so it was not read. Split it into smaller files.`
export const textTooLarge =
  'This text is larger than 5 MB, so it was not read. Paste or drop it in smaller parts.'
export const tooManyNumbers = (most: number) =>
  `It contains more than ${formatNumber(most)} numbers, so it was not read. Paste or drop it in smaller parts.`
export const fileUnreadable = (file: string) =>
  `“${file}” could not be read. Is it open elsewhere, or a folder?`
export const fileEmpty = (file: string) => `“${file}” is empty.`
export const fileIsWorkbook = (file: string) =>
  `“${file}” is a workbook, not a list. ${SAVE_AS_CSV}`
export const fileIsNoText = (file: string) =>
  `“${file}” is not a text file, or its encoding is unknown. ${SAVE_AS_CSV}`
