import { parseLenient } from './repair-json.ts'

/**
 * The exact text of one value inside a JSON text. Payloads are sent byte for byte, and parsing and
 * serialising one would lose the digits of large numbers.
 *
 * @param text has to be well-formed: `parseLenient` accepted it
 * @param path keys of objects and indexes of arrays, from the outside in. If an object has a key
 *   twice, the last one counts, as it does for JSON.parse.
 * @returns null if there is no such value
 */
export function rawValue(text: string, path: (string | number)[]): string | null {
  let at = skipSpace(text, 0)
  for (const step of path) {
    const found =
      typeof step === 'number' ? findElement(text, at, step) : findMember(text, at, step)
    if (found === null) return null
    at = found
  }
  return text.slice(at, endOfValue(text, at))
}

/** The texts of all elements of the array at `path`, in one pass; null if there is no array. */
export function rawElements(text: string, path: (string | number)[]): string[] | null {
  const array = rawValue(text, path)
  if (array === null || array[0] !== '[') return null
  const elements: string[] = []
  let next = skipSpace(array, 1)
  while (array[next] !== ']') {
    const end = endOfValue(array, next)
    elements.push(array.slice(next, end))
    next = skipComma(array, end)
  }
  return elements
}

/** The texts of all members of an object, in one pass; null if the text is not an object. */
export function rawMembers(text: string): Map<string, string> | null {
  const at = skipSpace(text, 0)
  if (text[at] !== '{') return null
  const members = new Map<string, string>()
  let next = skipSpace(text, at + 1)
  while (text[next] !== '}') {
    const endOfKey = endOfString(text, next)
    const value = skipSpace(text, skipSpace(text, endOfKey) + 1)
    const end = endOfValue(text, value)
    members.set(String(parseLenient(text.slice(next, endOfKey))), text.slice(value, end))
    next = skipComma(text, end)
  }
  return members
}

/** Where an element begins, in the array that begins at `at`. */
function findElement(text: string, at: number, index: number): number | null {
  if (text[at] !== '[') return null
  let next = skipSpace(text, at + 1)
  for (let passed = 0; text[next] !== ']'; passed++) {
    if (passed === index) return next
    next = skipComma(text, endOfValue(text, next))
  }
  return null
}

/** Where a member's value begins, in the object that begins at `at`. */
function findMember(text: string, at: number, key: string): number | null {
  if (text[at] !== '{') return null
  let found: number | null = null
  let next = skipSpace(text, at + 1)
  while (text[next] !== '}') {
    const endOfKey = endOfString(text, next)
    const value = skipSpace(text, skipSpace(text, endOfKey) + 1)
    if (parseLenient(text.slice(next, endOfKey)) === key) found = value
    next = skipComma(text, endOfValue(text, value))
  }
  return found
}

/** The index after the value that begins at `at`. Counts brackets, so it needs no recursion. */
export function endOfValue(text: string, at: number): number {
  let depth = 0
  let next = at
  do {
    const code = text.charCodeAt(next)
    if (code === QUOTE) next = endOfString(text, next)
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      depth++
      next++
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      depth--
      next++
    } else if (depth > 0) next++
    else while (next < text.length && !/[\s,\]}]/.test(text.charAt(next))) next++
  } while (depth > 0)
  return next
}

const QUOTE = 34
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** The index after the closing quote of the string that begins at `at`. */
export function endOfString(text: string, at: number): number {
  let next = at + 1
  for (let code = text.charCodeAt(next); code !== QUOTE; code = text.charCodeAt(next)) {
    next += code === BACKSLASH ? 2 : 1
  }
  return next + 1
}

function skipComma(text: string, at: number): number {
  const next = skipSpace(text, at)
  return text[next] === ',' ? skipSpace(text, next + 1) : next
}

function skipSpace(text: string, at: number): number {
  let next = at
  while (next < text.length && /\s/.test(text.charAt(next))) next++
  return next
}
