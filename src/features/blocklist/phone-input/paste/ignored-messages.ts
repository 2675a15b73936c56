import { formatNumber } from '../../../../format/numbers.ts'
export function ignoredTextMessage(numbers: number): string | null {
  if (numbers === 0) return null
  const which = numbers === 1 ? 'one number' : `${formatNumber(numbers)} numbers`
  return `Text next to ${which} was ignored.`
}

export function linesWithoutNumberMessage(lines: number): string | null {
  if (lines === 0) return null
  return lines === 1
    ? 'One line has no phone number.'
    : `${formatNumber(lines)} lines have no phone number.`
}
