/**
 * A JSON text as a flat list of its values, in the order in which they stand there. Flat lists of
 * numbers cost neither stack nor an object for each value: depth and size don't matter.
 */
export type JsonNodes = {
  text: string
  /** Where each value begins and ends in the text. */
  start: number[]
  end: number[]
  /** Where the name of the field begins, with its quote; -1 where it has none. */
  name: number[]
  depth: number[]
  /** The value that it is in; -1 for the outermost. */
  parent: number[]
  /** The next value that is not inside this one. */
  after: number[]
  /** How many values stand directly in it. */
  children: number[]
  /** Its place among those of its parent, from 0. */
  place: number[]
}

/** @param text is well-formed: JSON.parse took it */
export function jsonNodes(text: string): JsonNodes {
  const nodes: JsonNodes = {
    text,
    start: [],
    end: [],
    name: [],
    depth: [],
    parent: [],
    after: [],
    children: [],
    place: [],
  }
  const open: number[] = []
  let name = -1
  let at = 0

  const begin = (start: number, end: number) => {
    const parent = open.at(-1) ?? -1
    nodes.start.push(start)
    nodes.end.push(end)
    nodes.name.push(name)
    nodes.depth.push(open.length)
    nodes.parent.push(parent)
    nodes.after.push(nodes.start.length)
    nodes.children.push(0)
    nodes.place.push(nodes.children[parent] ?? 0)
    if (parent >= 0) nodes.children[parent] = (nodes.children[parent] ?? 0) + 1
    name = -1
  }

  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      if (isName(text, end)) name = at
      else begin(at, end)
      at = end
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      begin(at, at)
      open.push(nodes.start.length - 1)
      at++
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      at++
      const closed = open.pop() ?? 0
      nodes.end[closed] = at
      nodes.after[closed] = nodes.start.length
    } else if (code <= SPACE || code === COMMA || code === COLON) at++
    else {
      const start = at
      while (at < text.length && !isEnd(text.charCodeAt(at))) at++
      begin(start, at)
    }
  }
  return nodes
}

export function isContainer({ text, start }: JsonNodes, node: number): boolean {
  const code = text.charCodeAt(start[node] ?? 0)
  return code === OPEN_OBJECT || code === OPEN_ARRAY
}

/** The value as it stands in the text. */
export function rawText({ text, start, end }: JsonNodes, node: number): string {
  return text.slice(start[node], end[node])
}

/** The name of the field; null for an element of an array and the outermost value. */
export function nameOf({ text, name }: JsonNodes, node: number): string | null {
  const at = name[node] ?? -1
  return at < 0 ? null : decoded(text.slice(at, endOfString(text, at)))
}

/** A string's characters, of its JSON text; anything else as it is. */
export function decoded(raw: string): string {
  return raw.startsWith('"') ? String(JSON.parse(raw)) : raw
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
const SPACE = 32

/** Just behind the closing quote of the string that begins at `at`. */
function endOfString(text: string, at: number): number {
  let next = at + 1
  while (next < text.length && text.charCodeAt(next) !== QUOTE) {
    next += text.charCodeAt(next) === BACKSLASH ? 2 : 1
  }
  return next + 1
}

function isName(text: string, end: number): boolean {
  let next = end
  while (text.charCodeAt(next) <= SPACE) next++
  return text.charCodeAt(next) === COLON
}

function isEnd(code: number): boolean {
  return code <= SPACE || code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT
}
