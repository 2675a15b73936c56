import { withoutEnd } from './phone-extension.ts'

/** Characters before a number that don't belong to it: quotes, list markers, "tel:". */
const BEFORE = /^(?:[\s'’‘"“”„•‣▪·]|\*\s)*(tel:)?/i
const AFTER = /[\s'’"“”]/
/** "1. 082 123 0001", "2) +27 …": the position in a list, before a number starts. */
const PLACE_IN_LIST = /^[1-9]\d{0,2}[.)]\s+(?=[+(0])(?=(?:\D*\d){9})/
/** The format of most numbers: a fast path for long lists. */
const PLAIN = /^[+\d][\d -]*$/
const NOT_ASCII = /[^\p{ASCII}]/u

/** A number with the digits 0 to 9 and without characters around it. */
export function toPlainNumber(text: string): string {
  if (PLAIN.test(text)) return text
  const bare = NOT_ASCII.test(text) ? withPlainCharacters(text) : text
  return withoutEnd(bare.replace(BEFORE, ''), AFTER).replace(PLACE_IN_LIST, '')
}

/** Converts digits of any script and full-width characters, and removes invisible characters. */
export function withPlainCharacters(text: string): string {
  const visible = text.replace(/\p{Cf}/gu, '').replace(/\p{Nd}/gu, digitOf)
  // Normalising a footnote mark, as in "0001²", would add a digit.
  return /\p{No}/u.test(visible) ? visible : visible.normalize('NFKC')
}

/** The digits of a script have consecutive code points, from 0 to 9. */
function digitOf(sign: string): string {
  const place = sign.codePointAt(0) ?? 0
  let value = 0
  while (/^\p{Nd}$/u.test(String.fromCodePoint(place - value - 1))) value++
  return String(value % 10)
}
