import { forEachYielding } from '../../batch/for-each-yielding.ts'
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

/** Characters that are converted before the page can respond to clicks and keys. */
const MAX_PIECE = 64 * 1024

/** A pasted text with the digits 0 to 9, plain signs and short gaps. */
export async function plainText(text: string): Promise<string> {
  const parts: string[] = []
  await forEachYielding(pieces(text, MAX_PIECE), piece => parts.push(plainPiece(piece)))
  return parts.join('')
}

/** Parts of a text, which end with a line where that is possible, or with a space. */
export function pieces(text: string, longest: number): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = from + longest
    if (to < text.length) {
      const line = text.lastIndexOf('\n', to - 1)
      const end = line >= from ? line : text.lastIndexOf(' ', to - 1)
      if (end >= from) to = end + 1
    }
    parts.push(text.slice(from, to))
    from = to
  }
  return parts
}

function plainPiece(text: string): string {
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
