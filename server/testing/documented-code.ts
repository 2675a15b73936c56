import { readFileSync } from 'node:fs'

const HEADING_OR_BLOCK = /^(#+) ([^\n]*)$|^ *```(\w*)\n(.*?)^ *```$/gms

/** The blocks below a heading of a document, in their order. @throws if there is none */
export function blocksOf(document: string, heading: string, language = ''): string[] {
  const headings: string[] = []
  const blocks: string[] = []
  for (const match of readFileSync(document, 'utf8').matchAll(HEADING_OR_BLOCK)) {
    const [, level = '', title = '', itsLanguage, block] = match
    if (block === undefined) headings.splice(level.length - 1, Infinity, title)
    else if (itsLanguage === language && headings.includes(heading)) {
      blocks.push(block.replace(/^ {3}/gm, ''))
    }
  }
  if (blocks.length === 0) throw new Error(`${document} has no code below "${heading}"`)
  return blocks
}
