import { readFileSync } from 'node:fs'

/** Code of a document: a fenced block, or a span within a sentence. */
export type DocumentedCode = {
  /** The headings above it, the largest first. */
  headings: string[]
  /** The language of a block, such as "sql"; "" if the block names none. */
  language: string
  kind: 'block' | 'span'
  text: string
}

const HEADING_BLOCK_OR_SPAN = /^(#+) ([^\n]*)$|^ *```(\w*)\n(.*?)^ *```$|`([^`\n]+)`/gms

/** All code of a document, in its order. */
export function codeOf(document: string): DocumentedCode[] {
  const headings: string[] = []
  const found: DocumentedCode[] = []
  for (const match of readFileSync(document, 'utf8').matchAll(HEADING_BLOCK_OR_SPAN)) {
    const [, level, heading, language = '', block, span] = match
    if (level !== undefined && heading !== undefined) {
      headings.splice(level.length - 1, Infinity, heading)
    } else {
      const kind = block === undefined ? 'span' : 'block'
      const text = block?.replace(/^ {3}/gm, '') ?? span ?? ''
      found.push({ headings: headings.filter(Boolean), language, kind, text })
    }
  }
  return found
}

/** The blocks below a heading of a document, in their order. @throws if there is none */
export function blocksOf(document: string, heading: string, language = ''): string[] {
  const blocks = codeOf(document).filter(
    one => one.kind === 'block' && one.language === language && one.headings.includes(heading),
  )
  if (blocks.length === 0) throw new Error(`${document} has no code below "${heading}"`)
  return blocks.map(({ text }) => text)
}
