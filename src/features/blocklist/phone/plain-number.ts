import { withoutEnd } from './phone-extension.ts'

/** Characters before a number that don't belong to it: quotes, list markers, "tel:". */
const BEFORE = /^(?:[\s'’‘"“”„•‣▪◦●·]|[*–—-]\s)*(tel:)?/i
const AFTER = /[\s'’"“”,;]/
/** "1. 082 123 0001", "2) +27 …": the position in a list, before a number starts. */
const PLACE_IN_LIST = /^[1-9]\d{0,2}[.)]\s+(?=[+(0]|27)(?=(?:\D*\d){9})/
/** The format of most numbers: a fast path for long lists. */
const PLAIN = /^[+\d][\d -]*$/
const NOT_ASCII = /[^\p{ASCII}]/u

/** A number with the digits 0 to 9 and without characters around it. */
export function toPlainNumber(text: string): string {
  if (PLAIN.test(text)) return text
  const bare = NOT_ASCII.test(text) ? withPlainCharacters(text) : text
  return withoutEnd(bare.replace(BEFORE, ''), AFTER).replace(PLACE_IN_LIST, '')
}

/** A number that a spreadsheet treated as an amount: "27821230001.0". */
export const DECIMALS = /^(\+?\d{7,15})\.0+$/

/**
 * The digits of a number as somebody wrote it, with a + or 00 in front if it has one: "+27821230001",
 * "0821230001". The form and every search read numbers with it. A text that is no number keeps what else is
 * in it.
 */
export function writtenDigits(text: string): string {
  const plain = toPlainNumber(text).replace(/\s/g, '').replace(DECIMALS, '$1')
  // "+27 (0)82 …": that 0 is dialled only inside the country.
  const local = /^[([]*(\+|00)/.test(plain) ? plain.replace('(0)', '') : plain
  return local.replace(/[-\p{Pd}()[\]./]/gu, '')
}

/** What takes no space, such as a variation selector, and the frame of a keycap. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|\u20e3/gu

/** Converts digits of any script and full-width characters, and removes invisible characters. */
export function withPlainCharacters(text: string): string {
  const visible = text
    .replace(INVISIBLE, '')
    // A blank letter of Braille.
    .replaceAll('\u2800', ' ')
    .replace(/\p{Nd}/gu, digitOf)
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
