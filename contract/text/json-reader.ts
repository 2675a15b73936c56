/**
 * Finds values in JSON without changing them: each one is an exact slice of the text, because parsing loses how
 * numbers were written. Nothing here is recursive, so any depth works. NaN, Infinity and raw control characters,
 * which some services write, are read like other values.
 */

import { listName } from './envelope.ts'

/** A sign, a string that may end early, or a number or word. */
const TOKEN = /[{}[\],:]|"[^"\\]*(?:\\[\s\S]?[^"\\]*)*"?|[^ \t\n\r{}[\],:"]+/y
const LEVELS: Record<string, number> = { '{': 1, '[': 1, '}': -1, ']': -1 }
const SPACE = /[ \t\n\r]*/y

/** A sign, a string with its quotes, a number or a word. */
export type JsonToken = { start: number; text: string }

/** The tokens of any text, also if it is not JSON or ends early. */
export function* jsonTokens(text: string): Generator<JsonToken> {
  for (let start = skipSpace(text, 0); start < text.length; ) {
    const end = endOfToken(text, start)
    yield { start, text: text.slice(start, end) }
    start = skipSpace(text, end)
  }
}

export function replaceTokens(text: string, replace: (token: string) => string): string {
  const parts: string[] = []
  let copied = 0
  for (const { start, text: token } of jsonTokens(text)) {
    const replaced = replace(token)
    if (replaced === token) continue
    parts.push(text.slice(copied, start), replaced)
    copied = start + token.length
  }
  return copied === 0 ? text : `${parts.join('')}${text.slice(copied)}`
}

function endOfToken(text: string, start: number): number {
  TOKEN.lastIndex = start
  return TOKEN.test(text) ? TOKEN.lastIndex : text.length
}

function skipSpace(text: string, from: number): number {
  // Mostly there is none, which is known sooner without the expression.
  if (text.charCodeAt(from) > 0x20) return from
  SPACE.lastIndex = from
  SPACE.test(text)
  return SPACE.lastIndex
}

/**
 * The index after the value that begins at `start`, after white space.
 *
 * @throws SyntaxError if there is no value, or only the beginning of one
 * @throws RangeError if it has more than `maxLevels` levels
 */
export function endOfValue(text: string, start: number, maxLevels = Number.POSITIVE_INFINITY) {
  let depth = 0
  let at = skipSpace(text, start)
  for (;;) {
    const first = text[at]
    if (first === undefined || (depth === 0 && ',:'.includes(first))) throw invalid(at)
    depth += LEVELS[first] ?? 0
    if (depth < 0) throw invalid(at)
    if (depth > maxLevels) throw new RangeError(`The JSON has more than ${maxLevels} levels`)
    at = endOfToken(text, at)
    if (depth === 0) return at
    at = skipSpace(text, at)
  }
}

/** One element of an array or one member of an object. */
export type JsonEntry = {
  /** null for an element. */
  name: string | null
  /** Where its name begins, or its value if it has no name. */
  from: number
  /** Where its value begins and ends. */
  start: number
  end: number
}

/**
 * The entries of the array or object that begins at `container`; none for another value.
 *
 * @throws SyntaxError if it is not well-formed
 */
export function* jsonEntries(text: string, container = skipSpace(text, 0)): Generator<JsonEntry> {
  const isObject = text[container] === '{'
  if (!isObject && text[container] !== '[') return
  const closing = isObject ? '}' : ']'
  let from = skipSpace(text, container + 1)
  if (text[from] === closing) return
  for (;;) {
    let name: string | null = null
    let start = from
    if (isObject) {
      const end = endOfToken(text, from)
      const colon = skipSpace(text, end)
      if (text[from] !== '"' || text[colon] !== ':') throw invalid(from)
      name = parseString(text.slice(from, end))
      start = skipSpace(text, colon + 1)
    }
    const end = endOfValue(text, start)
    yield { name, from, start, end }
    const sign = skipSpace(text, end)
    if (text[sign] === closing) return
    if (text[sign] !== ',') throw invalid(sign)
    from = skipSpace(text, sign + 1)
  }
}

function invalid(at: number): SyntaxError {
  return new SyntaxError(`The text is not JSON at position ${at}`)
}

/**
 * The text of one value; null if there is none.
 *
 * @param path names of members and indexes of elements, from the outside in; -1 is the last element. If a name
 *   occurs twice, the last one counts, as with JSON.parse.
 */
export function rawValue(text: string, path: (string | number)[]): string | null {
  return path.reduce<string | null>((value, step) => {
    if (value === null) return null
    const inside =
      typeof step === 'string' ? rawMembers(value)?.get(step) : rawElements(value)?.at(step)
    return inside ?? null
  }, text.trim())
}

/** The texts of the elements of an array; null if the text is not an array. */
export function rawElements(text: string): string[] | null {
  if (text[skipSpace(text, 0)] !== '[') return null
  return Array.from(jsonEntries(text), ({ start, end }) => text.slice(start, end))
}

/** The texts of the members of an object; null if the text is not an object. */
export function rawMembers(text: string): Map<string, string> | null {
  if (text[skipSpace(text, 0)] !== '{') return null
  const members = new Map<string, string>()
  for (const { name, start, end } of jsonEntries(text)) {
    if (name !== null) members.set(name, text.slice(start, end))
  }
  return members
}

/** The texts of the items of a list, which is the whole answer or a member of it. */
export function rawItems(answer: string): string[] {
  const members = rawMembers(answer)
  if (members === null) return rawElements(answer) ?? []
  const name = listName(Array.from(members, ([name, text]) => [name, text.startsWith('[')]))
  return rawElements(members.get(name) ?? '') ?? []
}

/** The characters of a string, from its JSON; any other JSON stays as it is. */
export function parseString(json: string): string {
  if (!json.startsWith('"')) return json
  return json.includes('\\') ? String(parseLenient(json)) : json.slice(1, -1)
}

/**
 * Parses a text as JSON, or as what `repairJson` makes of it.
 *
 * @throws SyntaxError if it is neither
 */
export function parseLenient(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return JSON.parse(repairJson(text))
    throw error
  }
}

/**
 * What Python, C, JavaScript and others write for values that JSON can't hold, and numbers that JSON writes
 * differently.
 */
const ODD_VALUE =
  /^(?:none|undefined|[-+]?(?:nan|inf|infinity|1\.#(?:inf|ind|[qs]nan)0*|0x[\da-f]+|\.?\d[\d.]*(?:e[-+]?\d*)?))$/i
/** `true` and `false` of Python. */
const ODD_BOOLEAN = /^(?:True|False)$/
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i
/** What JSON allows after a backslash, or a backslash before anything else. */
const ESCAPE = /\\(?:u[\da-f]{4}|["\\/bfnrt])|\\/gi

// biome-ignore lint/suspicious/noControlCharactersInRegex: strings must not contain them
const CONTROL = /[\x00-\x1f]/g

/**
 * The JSON that a lenient writer meant: values that JSON can't hold become null, and control characters
 * and unknown escapes within strings become what they are. Anything else stays as it is, so the result may
 * still not be JSON.
 */
export function repairJson(text: string): string {
  return replaceTokens(text, token => {
    if (token.startsWith('"')) {
      const escaped = token.replace(ESCAPE, text => (text === '\\' ? '\\\\' : text))
      return escaped.replace(CONTROL, escapeCharacter)
    }
    if (ODD_BOOLEAN.test(token)) return token.toLowerCase()
    return ODD_VALUE.test(token) && !JSON_NUMBER.test(token) ? 'null' : token
  })
}

/** The character as a JSON escape, `\u0000` for example. */
export function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
