/** Fills the place of what is left out; it isn't seen, and no sign of any number. */
export const NOTHING = '\u2060'

/** How a page writes the space between digits, and an address the plus before them. */
const ENCODED = /&nbsp;|&#160;|%2B(?=\d)|%20(?=\d)/gi
const NOT_ASCII = /[^\p{ASCII}]/u
const DIGIT = /\p{Nd}/u
const UNSEEN = /\p{Cf}/u
/** The marks of footnotes and the like: as digits they would lengthen a number. */
const OTHER_NUMBER = /\p{No}/u

/**
 * A text with the digits 0 to 9 and narrow signs, each in the place that it had before: a place in
 * the result is a place in the text.
 */
export function withPlainSignsInPlace(text: string): string {
  const decoded = text.replace(ENCODED, sign => plainCode(sign).padEnd(sign.length, NOTHING))
  if (!NOT_ASCII.test(decoded)) return decoded
  return decoded.replace(/[^\p{ASCII}]/gu, plainSign)
}

function plainCode(sign: string): string {
  return /^%2B$/i.test(sign) ? '+' : ' '
}

const known = new Map<string, string>()

function plainSign(sign: string): string {
  const plain = known.get(sign) ?? readSign(sign)
  known.set(sign, plain)
  return plain
}

function readSign(sign: string): string {
  if (DIGIT.test(sign)) return digitOf(sign).padEnd(sign.length, NOTHING)
  if (UNSEEN.test(sign)) return NOTHING.repeat(sign.length)
  if (/\s/.test(sign)) return sign
  const narrow = OTHER_NUMBER.test(sign) ? sign : sign.normalize('NFKC')
  return narrow.length === sign.length ? narrow : sign
}

/** The digits of a script follow each other, from 0 to 9. */
export function digitOf(sign: string): string {
  const place = sign.codePointAt(0) ?? 0
  let value = 0
  while (DIGIT.test(String.fromCodePoint(place - value - 1))) value++
  return String(value % 10)
}
