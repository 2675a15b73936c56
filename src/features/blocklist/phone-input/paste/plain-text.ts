import { withPlainCharacters } from '../../phone/plain-number.ts'

/** Spaces in HTML, and spaces and plus signs in URLs. */
const ENCODED = /&nbsp;|&#160;|%20(?=[\d+(])|%2B(?=\d)/gi
/** Four are enough to align columns, and searching through thousands takes too long. */
const SPACES = /[^\S\t\r\n\v\f\u0085\u2028\u2029]{5,}/g
const LINE = /[^\r\n]+/g

/** A pasted text with the digits 0 to 9, plain signs and short gaps. */
export function plainText(text: string): string {
  return text
    .replace(ENCODED, sign => (/^%2B$/i.test(sign) ? '+' : ' '))
    .replace(LINE, line => (/[^\p{ASCII}]/u.test(line) ? withPlainCharacters(line) : line))
    .replace(SPACES, '    ')
}
