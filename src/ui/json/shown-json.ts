/** What can't be seen: control characters, and those that turn the direction of what follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const UNSEEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** JSON for a page: what can't be seen, and could make it look like other JSON, is written out. */
export function shownJson(text: string): string {
  return text.replace(UNSEEN, unseen => `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
