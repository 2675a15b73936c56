/** What stands between the first and the last number of a range. */
const BETWEEN = /[-\p{Pd}~…]|\.{2,3}|\b(?:to|till|until|thru|through|bis|tot|tem|al?|à)\b/giu
/** What is before the other ends of "0821230010/11". */
const SLASH = /\//g
/** Most texts have none of it, and are no range. */
const MAY_BE_RANGE = /[-\p{Pd}~….\p{L}/]/u
/** Nobody writes a longer one, and each place in it is tried. */
const MAX_LENGTH = 60
const MIN_DIGITS = 7
/** The digits in which the numbers of a range differ. */
const LAST = 4
/** The digits of a number without its country code or first 0, which only one of the two may have. */
const LOCAL = 9

/**
 * Whether a text stands for all numbers between two: "0821230010 - 0821230019", "0821230010-19".
 *
 * @param isNumber whether a text is one usual phone number
 */
export function isRange(text: string, isNumber: (text: string) => boolean): boolean {
  if (text.length > MAX_LENGTH || !MAY_BE_RANGE.test(text)) return false
  return [...text.matchAll(BETWEEN), ...text.matchAll(SLASH)].some(({ index, 0: between }) => {
    const start = text.slice(0, index).trimEnd()
    const rest = text.slice(index + between.length).trimStart()
    const isShort = /^\d{1,4}$/.test(rest)
    if (!isShort && (between === '/' || !/^[+(]*\d[\d\s().-]*$/.test(rest))) return false
    const first = start.replace(/\D/g, '')
    const last = rest.replace(/\D/g, '')
    if (first.length < MIN_DIGITS) return false
    if (isShort) {
      return last > first.slice(-last.length) && isNumber(start) && !isNumber(text)
    }
    if (last.length < MIN_DIGITS) return false
    const length = Math.min(first.length, last.length, LOCAL)
    const [one, other] = [first.slice(-length), last.slice(-length)]
    return one.slice(0, -LAST) === other.slice(0, -LAST) && one < other
  })
}

/** Whether a text stands for all numbers that it fits: "082123*", "082 123 xxxx", "08212300[0-9]". */
export function isWildcard(text: string): boolean {
  return (
    text.length <= MAX_LENGTH &&
    /^[+(]{0,2}\d[\d\s().\-*%x#?[\]]*$/i.test(text) &&
    /\d\D*\d\D*\d/.test(text) &&
    /[*%]|[x#?]{2}|\[\d-\d\]/i.test(text)
  )
}
