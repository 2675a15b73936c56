import { withPlainCharacters } from '../../phone/plain-number.ts'

/** Characters in HTML and JSON, and spaces and plus signs in URLs. */
const ENCODED =
  /&#x([\da-f]{1,6});|&#(\d{1,7});|\\u([\da-f]{4})|&(nbsp|ensp|emsp|thinsp|shy|zwj|zwnj|lrm|rlm|plus);|%20(?=[\d+(])|%2B(?=\d)/gi
const NAMED: Record<string, string> = { shy: '', zwj: '', zwnj: '', lrm: '', rlm: '', plus: '+' }
/** Groups of thousands: "27'821'230'001". */
const APOSTROPHE = /(?<=\d)['’ʼ‘´`](?=\d{3}(?!\d))/g
/** Four are enough to align columns, and searching through thousands takes too long. */
const SPACES = /[^\S\t\r\n\v\f\u0085\u2028\u2029]{5,}/g
const LINE = /[^\r\n]+/g

/** A pasted text with the digits 0 to 9, plain signs and short gaps. */
export function plainText(text: string): string {
  return text
    .replace(ENCODED, decoded)
    .replace(APOSTROPHE, ' ')
    .replace(LINE, line => (/[^\p{ASCII}]/u.test(line) ? withPlainCharacters(line) : line))
    .replace(SPACES, '    ')
}

function decoded(sign: string, hex?: string, decimal?: string, unicode?: string, name?: string) {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? ' '
  const written = hex ?? unicode
  const code = written === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(written, 16)
  if (Number.isNaN(code)) return /^%2B$/i.test(sign) ? '+' : ' '
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}
