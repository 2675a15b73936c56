/** A part of a text, from one offset (in UTF-16 units) up to another. */
export type Span = { from: number; to: number }

export function sliceOf(text: string, { from, to }: Span): string {
  return text.slice(from, to)
}

/** The text with the same length, and a character in place of everything that the spans cover. */
export function withoutSpans(text: string, spans: Span[], sign: string): string {
  let result = ''
  let from = 0
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    if (span.to <= from) continue
    result += text.slice(from, Math.max(from, span.from))
    result += sign.repeat(span.to - Math.max(from, span.from))
    from = span.to
  }
  return result + text.slice(from)
}

/** The matches of a pattern with the flag g. */
export function spansOf(pattern: RegExp, text: string): Span[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }))
}

/** The numbers of a text in their order, and a sentence for each thing that was ignored. */
export type FoundNumbers = { numbers: Span[]; ignored: string[] }
