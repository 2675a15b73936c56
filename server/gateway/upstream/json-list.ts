import { isUtf8 } from 'node:buffer'
import { isAboutList, listName } from '../../../contract/text/envelope.ts'
import {
  endOfValue,
  type JsonEntry,
  jsonEntries,
  parseLenient,
} from '../../../contract/text/json-reader.ts'
import { BadAnswer } from './upstream-error.ts'

/** Deeper ones are no payloads, and recursive code would overflow the stack on them. */
const MAX_LEVELS = 1_000

/** Parsed one at a time, so that only one of them takes memory. */
const MAX_BYTES_OF_VALUE = 4 * 1024 * 1024

const MAX_ITEMS = 100_000

/** Of an answer around its list. A hostile one would take memory for each of them. */
const MAX_MEMBERS = 10_000

/**
 * Parses an answer that is a list, or has one in its member `listName`, without parsing the whole answer
 * at once: parsed, 52 MiB of JSON may take gigabytes.
 *
 * @param readItem returns what to keep of an item, from its value and its exact text, which isn't JSON if the
 *   item is odd (`repairJson`)
 * @returns the items, or the members of the answer that are about the list, and the list with the items
 * @throws BadAnswer if the answer isn't JSON in UTF-8, or exceeds the limits
 */
export function jsonList<Item>(
  answer: Uint8Array,
  readItem: (value: unknown, text: string, isOdd: boolean) => Item,
): Item[] | Record<string, unknown> {
  const { bytes, text } = decoded(answer)
  checkWhole(text)

  const textOf = ({ start, end }: JsonEntry) => {
    if (end - start > MAX_BYTES_OF_VALUE) throw new BadAnswer(TOO_LARGE)
    return bytes.toString('utf8', start, end)
  }
  const readItems = (container?: number) => {
    const entries: JsonEntry[] = []
    for (const entry of entriesOf(text, container)) {
      if (entries.length === MAX_ITEMS) throw new BadAnswer(TOO_MANY)
      entries.push(entry)
    }
    return entries.map(entry => readElement(textOf(entry), readItem))
  }
  const root = text.trimStart()[0]
  if (root === '[') return readItems()
  if (root !== '{') throw new BadAnswer(UNREADABLE)
  const { list, members } = envelopeOf(text)
  const entries: [string, unknown][] = []
  for (const [name, entry] of members) {
    const value = entry === list ? readItems(entry.start) : parsed(textOf(entry))
    if (entry === list || isAboutList(name)) entries.push([name, value])
  }
  return Object.fromEntries(entries)
}

/** The members of an object, and the one with the items. If a name occurs twice, the last one counts, as with JSON.parse. */
function envelopeOf(text: string) {
  const members = new Map<string, JsonEntry>()
  for (const entry of entriesOf(text)) {
    members.set(entry.name ?? '', entry)
    if (members.size > MAX_MEMBERS) throw new BadAnswer(UNREADABLE)
  }
  const isList = ({ start }: JsonEntry) => text[start] === '['
  const name = listName(Array.from(members, ([name, entry]) => [name, isList(entry)]))
  const list = members.get(name)
  return { members, list: list !== undefined && isList(list) ? list : null }
}

/**
 * The first items of such an answer. In an item that exceeds the limits, members that do so are empty.
 *
 * @throws BadAnswer if the answer isn't JSON in UTF-8
 */
export function firstItems<Item>(
  answer: Uint8Array,
  most: number,
  readItem: (value: unknown, text: string) => Item,
): Item[] {
  const { bytes, text } = decoded(answer)
  const isList = text.trimStart()[0] === '['
  const listStart = isList ? text.indexOf('[') : envelopeOf(text).list?.start
  const items: Item[] = []
  if (listStart === undefined) return items
  for (const item of entriesOf(text, listStart)) {
    if (items.length === most) break
    items.push(readElement(withinLimits(bytes, text, item), readItem))
  }
  return items
}

/** The text of an item. If it exceeds the limits, its members that do so are empty; all are, if that is not enough. */
function withinLimits(bytes: Buffer, text: string, item: JsonEntry): string {
  if (!exceedsLimits(text, item)) return bytes.toString('utf8', item.start, item.end)
  const members: string[] = []
  let length = 0
  for (const member of entriesOf(text, item.start)) {
    const { from, start, end } = member
    const isTooLarge = exceedsLimits(text, member)
    length += isTooLarge ? start - from : end - from
    if (length > MAX_BYTES_OF_VALUE) return '{}'
    members.push(
      isTooLarge
        ? bytes.toString('utf8', from, start) + (EMPTY[text[start] ?? ''] ?? 'null')
        : bytes.toString('utf8', from, end),
    )
  }
  return text[item.start] === '[' ? `[${members.join(',')}]` : `{${members.join(',')}}`
}

const EMPTY: Record<string, string> = { '{': '{}', '[': '[]', '"': '""' }

function exceedsLimits(text: string, { start, end }: JsonEntry): boolean {
  if (end - start > MAX_BYTES_OF_VALUE) return true
  try {
    endOfValue(text, start, MAX_LEVELS)
    return false
  } catch (error) {
    return error instanceof RangeError
  }
}

/** The bytes of an answer, and one character for each of them, so that positions are the same in both. */
function decoded(answer: Uint8Array) {
  if (!isUtf8(answer)) throw new BadAnswer(NOT_UTF_8)
  const hasMark = answer[0] === 0xef && answer[1] === 0xbb && answer[2] === 0xbf
  const whole = Buffer.from(answer.buffer, answer.byteOffset, answer.length)
  const bytes = whole.subarray(hasMark ? 3 : 0)
  return { bytes, text: bytes.toString('latin1') }
}

const UNREADABLE = 'gave an answer that could not be read'
const NOT_UTF_8 =
  'gave an answer that is not written in UTF-8, so that its events can’t be sent as they are'

/** Checks that the answer is one complete value. The list and what contains it are two more levels. */
function checkWhole(text: string): void {
  let end: number
  try {
    end = endOfValue(text, 0, MAX_LEVELS + 2)
  } catch (error) {
    throw new BadAnswer(error instanceof RangeError ? TOO_DEEP : UNREADABLE)
  }
  if (text.slice(end).trim() !== '') throw new BadAnswer(UNREADABLE)
}

function* entriesOf(text: string, container?: number): Generator<JsonEntry> {
  try {
    yield* jsonEntries(text, container)
  } catch (error) {
    throw error instanceof SyntaxError ? new BadAnswer(UNREADABLE) : error
  }
}

/** One odd value, such as Python's NaN, must not make all other items unreadable. */
function readElement<Item>(
  text: string,
  read: (value: unknown, text: string, isOdd: boolean) => Item,
): Item {
  let value: unknown
  let isOdd = false
  try {
    value = JSON.parse(text)
  } catch {
    value = parsed(text)
    isOdd = true
  }
  return read(value, text, isOdd)
}

/** @throws BadAnswer for a text that is not JSON */
function parsed(text: string): unknown {
  try {
    return parseLenient(text)
  } catch {
    throw new BadAnswer(UNREADABLE)
  }
}

const MEBIBYTE = 1024 * 1024
const TOO_DEEP = `gave an answer with more than ${MAX_LEVELS.toLocaleString('en')} levels of nested values, which Redial does not read`
const TOO_LARGE = `gave an answer with a value of more than ${MAX_BYTES_OF_VALUE / MEBIBYTE} MiB, which Redial does not read`
const TOO_MANY = `gave an answer with more than ${MAX_ITEMS.toLocaleString('en')} events, which Redial does not read`
