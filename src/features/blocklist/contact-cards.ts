const CARDS = /^\s*BEGIN:VCARD\s*$/im
/** "TEL;TYPE=CELL:…", "item1.TEL:…", "TEL;VALUE=uri:tel:…" */
const TELEPHONE = /^(?:[\w-]+\.)?TEL(?:;(?:"[^"]*"|[^":])*)?:(.*)$/i

/** The telephone numbers of contact cards (vCard); null where the text is none. */
export function numbersOfCards(text: string): string[] | null {
  if (!CARDS.test(text)) return null
  // A long line goes on in the next, behind a space.
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  return lines.flatMap(line => TELEPHONE.exec(line)?.[1]?.trim() || [])
}
