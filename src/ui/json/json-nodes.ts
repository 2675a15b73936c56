import { parseLenient } from '../../../contract/text/json-reader.ts'

/**
 * A JSON text as a flat list of its values, in the order of the text. Flat lists of numbers need
 * neither recursion nor an object per value, so depth and size don't matter.
 */
export type JsonNodes = {
  text: string
  /** Where each value begins and ends in the text. */
  start: Int32Array
  end: Int32Array
  /** Where the name of the field begins, with its quote; -1 if it has no name. */
  name: Int32Array
  depth: Int32Array
  /** The index of its parent; -1 for the outermost value. */
  parent: Int32Array
  /** The index of the next value that is not inside this one. */
  after: Int32Array
  /** The number of its direct children. */
  children: Int32Array
  /** Its position among the children of its parent, from 0. */
  place: Int32Array
}

/** @param text has to be well-formed: JSON.parse accepted it */
export function jsonNodes(text: string): JsonNodes {
  const most = mostValues(text)
  const start = new Int32Array(most)
  const end = new Int32Array(most)
  const names = new Int32Array(most)
  const depths = new Int32Array(most)
  const parents = new Int32Array(most)
  const after = new Int32Array(most)
  const children = new Int32Array(most)
  const place = new Int32Array(most)
  let count = 0
  /** The innermost open value, and the number of open values. */
  let parent = -1
  let depth = 0
  let name = -1
  let at = 0

  const add = (from: number, to: number) => {
    start[count] = from
    end[count] = to
    names[count] = name
    depths[count] = depth
    parents[count] = parent
    after[count] = count + 1
    if (parent >= 0) {
      const before = children[parent] ?? 0
      place[count] = before
      children[parent] = before + 1
    }
    name = -1
    count++
  }

  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code <= SPACE || code === COMMA || code === COLON) at++
    else if (code === QUOTE) {
      const behind = endOfString(text, at)
      if (isName(text, behind)) name = at
      else add(at, behind)
      at = behind
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      add(at, at)
      parent = count - 1
      depth++
      at++
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      at++
      end[parent] = at
      after[parent] = count
      parent = parents[parent] ?? -1
      depth--
    } else {
      const from = at
      while (at < text.length && !isEnd(text.charCodeAt(at))) at++
      add(from, at)
    }
  }
  const used = (list: Int32Array) => list.subarray(0, count)
  return {
    text,
    start: used(start),
    end: used(end),
    name: used(names),
    depth: used(depths),
    parent: used(parents),
    after: used(after),
    children: used(children),
    place: used(place),
  }
}

/** Each value is the outermost one, the first child of another, or follows a comma. */
function mostValues(text: string): number {
  let most = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === COMMA || code === OPEN_OBJECT || code === OPEN_ARRAY) most++
  }
  return most
}

export function isContainer({ text, start }: JsonNodes, node: number): boolean {
  const code = text.charCodeAt(start[node] ?? 0)
  return code === OPEN_OBJECT || code === OPEN_ARRAY
}

/** The exact text of the value. */
export function rawText({ text, start, end }: JsonNodes, node: number): string {
  return text.slice(start[node], end[node])
}

/** The name of the field; null for an element of an array and the outermost value. */
export function nameOf({ text, name }: JsonNodes, node: number): string | null {
  const at = name[node] ?? -1
  return at < 0 ? null : decoded(text.slice(at, endOfString(text, at)))
}

/** Unescapes the JSON text of a string; other text stays unchanged. */
export function decoded(raw: string): string {
  return raw.startsWith('"') ? String(parseLenient(raw)) : raw
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

/** The index after the closing quote of the string that begins at `at`. */
function endOfString(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next++) {
    const code = text.charCodeAt(next)
    if (code === QUOTE) return next + 1
    if (code === BACKSLASH) next++
  }
  return text.length
}

function isName(text: string, end: number): boolean {
  let next = end
  while (text.charCodeAt(next) <= SPACE) next++
  return text.charCodeAt(next) === COLON
}

function isEnd(code: number): boolean {
  return code <= SPACE || code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT
}

/** Control characters, and characters that change the direction of the text after them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this expression has to find them
const UNSEEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** JSON for a page. Invisible characters, which could make it look like other JSON, are escaped. */
export function shownJson(text: string): string {
  return text.replace(UNSEEN, unseen => `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
