import { escapeCharacter } from '../../../contract/text/json-reader.ts'

/** Control characters, and characters that change the direction of the text after them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this expression has to find them
const INVISIBLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** JSON for a page. Invisible characters, which could make it look like other JSON, are escaped. */
export function shownJson(text: string): string {
  return text.replace(INVISIBLE, escapeCharacter)
}
