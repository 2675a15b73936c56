import { forEachYielding } from '../../batch/for-each-yielding.ts'
import { withPlainCharacters } from '../../phone/plain-characters.ts'
import { piecesOf } from './pieces.ts'
import { sliceOf } from './span.ts'

/** Four are enough to align columns, and searching through thousands takes too long. */
const SPACES = /[^\S\t\r\n\v\f\u0085\u2028\u2029]{5,}/g
const LINE = /[^\r\n]+/g

/** A pasted text with the digits 0 to 9, plain signs and short gaps. */
export async function plainText(text: string): Promise<string> {
  const parts: string[] = []
  await forEachYielding(piecesOf(text), piece => {
    parts.push(sliceOf(text, piece).replace(LINE, withPlainCharacters).replace(SPACES, '    '))
  })
  return parts.join('')
}
