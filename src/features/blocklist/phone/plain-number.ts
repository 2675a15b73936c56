import { withoutEnd } from './without-end.ts'

/** Signs in front of a number that are no part of it: quotes, the dots and dashes of a list, "tel:". */
const BEFORE = /^(?:[\s'’‘"“”„•‣▪·]|\*\s)*(tel:)?/i
const AFTER = /[\s'’"“”]/
/** "1. 082 123 0001", "2) +27 …": where a number begins, its place in a list has ended. */
const PLACE_IN_LIST = /^[1-9]\d{0,2}[.)]\s+(?=[+(0])(?=(?:\D*\d){9})/
/** As most are, of which there may be very many. */
const PLAIN = /^[+\d][\d -]*$/
const NOT_ASCII = /[^\p{ASCII}]/u

/** A typed or pasted number with the digits 0 to 9, and without characters around it. */
export function toPlainNumber(text: string): string {
  if (PLAIN.test(text)) return text
  const bare = NOT_ASCII.test(text) ? withPlainCharacters(text) : text
  return withoutEnd(bare.replace(BEFORE, ''), AFTER).replace(PLACE_IN_LIST, '')
}

/** Digits of any script, wide signs, and nothing that isn't seen. */
export function withPlainCharacters(text: string): string {
  const visible = text.replace(/\p{Cf}/gu, '').replace(/\p{Nd}/gu, digitOf)
  // Of the mark of a footnote, as in "0001²", this would make one more digit.
  return /\p{No}/u.test(visible) ? visible : visible.normalize('NFKC')
}

/** The digits of a script stand in a row, from 0 to 9. */
function digitOf(sign: string): string {
  const place = sign.codePointAt(0) ?? 0
  let value = 0
  while (/^\p{Nd}$/u.test(String.fromCodePoint(place - value - 1))) value++
  return String(value % 10)
}
