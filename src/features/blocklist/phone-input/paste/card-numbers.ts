import type { Span } from './span.ts'

const CARDS = /^[^\S\r\n\u2028\u2029]*BEGIN:VCARD[^\S\r\n\u2028\u2029]*$/im
/** "TEL;TYPE=CELL:…", "item1.TEL:…", "TEL;VALUE=uri:tel:…". A long line continues after a space. */
const TELEPHONE =
  /(?<=^(?:[\w-]+\.)?TEL(?:;(?:"[^"]*"|[^":\r\n]|\r?\n[ \t])*)?:)[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim

/** The phone numbers of contact cards (vCard); null for a text that has no card. */
export function cardNumbers(text: string): Iterable<Span> | null {
  return CARDS.test(text) ? telephones(text) : null
}

function* telephones(text: string): Generator<Span> {
  for (const { index, 0: number } of text.matchAll(TELEPHONE)) {
    if (number !== '') yield { from: index, to: index + number.length }
  }
}

/** A value without the line breaks that a card puts into a long line. */
export function unfoldLines(value: string): string {
  return value.replace(/\r?\n[ \t]/g, '').trim()
}
