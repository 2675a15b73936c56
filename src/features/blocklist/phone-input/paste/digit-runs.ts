import { type Span, spansOf } from './span.ts'

/**
 * Seven or more digits with at most one sign between two of them, which separates neither columns nor hours
 * and minutes. A comma may separate thousands.
 */
const RUN = /\d(?:(?:[^\p{L}\p{N}\t\r\n\v\f\u0085\u2028\u2029,;|:]|,(?=\d{3}(?!\d)))?\d){6,}/gu

/**
 * Digits outside `taken` that are enough for a phone number.
 *
 * @param text as `plainText` returns it
 */
export function runsOutside(text: string, taken: Span[]): Span[] {
  const inOrder = taken.toSorted((one, other) => one.from - other.from)
  let next = 0
  return spansOf(RUN, text).flatMap(run => {
    while ((inOrder[next]?.to ?? Infinity) <= run.from) next++
    const parts: Span[] = []
    let from = run.from
    for (let at = next; (inOrder[at]?.from ?? Infinity) < run.to; at++) {
      const { from: begin = from, to = from } = inOrder[at] ?? {}
      parts.push({ from, to: begin })
      from = Math.max(from, to)
    }
    parts.push({ from, to: run.to })
    return parts.flatMap(part =>
      spansOf(RUN, text.slice(part.from, part.to)).map(inner => ({
        from: part.from + inner.from,
        to: part.from + inner.to,
      })),
    )
  })
}
