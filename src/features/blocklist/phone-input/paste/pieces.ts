import type { Span } from './span.ts'

/** So many characters are handled in a few milliseconds. */
export const PIECE = 20_000

/** Parts of a text with at most `PIECE` characters, cut after a line or a word where there is one. */
export function* piecesOf(text: string): Generator<Span> {
  let from = 0
  while (from < text.length) {
    const to = endOfPiece(text, from)
    yield { from, to }
    from = to
  }
}

function endOfPiece(text: string, from: number): number {
  const end = from + PIECE
  if (end >= text.length) return text.length
  const piece = text.slice(from, end)
  for (const sign of ['\n', ' ', ',', ';', '\t']) {
    const last = piece.lastIndexOf(sign)
    if (last > 0) return from + last + 1
  }
  // Not between the two halves of a character.
  return /[\udc00-\udfff]/.test(text.charAt(end)) ? end - 1 : end
}
