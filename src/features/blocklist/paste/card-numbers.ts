import { type Span, spansOf } from './span.ts'

const CARDS = /^\s*BEGIN:VCARD\s*$/im
/** "TEL;TYPE=CELL:…", "item1.TEL:…", "TEL;VALUE=uri:tel:…"; a long line goes on behind a space. */
const TELEPHONE =
  /(?<=^(?:[\w-]+\.)?TEL(?:;(?:"[^"]*"|[^":\r\n]|\r?\n[ \t])*)?:)[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim

/** Where the telephone numbers of contact cards (vCard) stand; null where the text is none. */
export function cardNumbers(text: string): Span[] | null {
  return CARDS.test(text) ? spansOf(TELEPHONE, text).filter(({ from, to }) => to > from) : null
}

/** A value as it was before its line was cut into several. */
export function unfolded(value: string): string {
  return value.replace(/\r?\n[ \t]/g, '').trim()
}
