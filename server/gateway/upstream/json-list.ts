import { isAboutList, listName } from '../../../contract/text/envelope.ts'
import { endOfValue, jsonEntries, parseLenient } from '../../../contract/text/json-reader.ts'
import { BadAnswer } from './upstream-error.ts'

/** Deeper ones are no payloads, and recursive code would overflow the stack on them. */
const MAX_LEVELS = 1_000

/** Items are parsed one at a time, so that only one of them takes memory. */
const MAX_BYTES_OF_ITEM = 4 * 1024 * 1024

const MAX_ITEMS = 100_000

/** A hostile answer would take memory for each member around its list. */
const MAX_MEMBERS = 10_000

/** An answer that is a list, or has one in its member `listName`. */
export type ListText = {
  /** The exact texts of the items. */
  items: string[]
  /** The answer with the places of its items instead of them, and without members that are not about the list. */
  envelope: unknown
}

/**
 * Finds the items of an answer without parsing them.
 *
 * @param most how many items to return at most
 * @returns null if it is no list
 * @throws SyntaxError if it is not JSON
 */
export function listIn(text: string, most = Number.POSITIVE_INFINITY): ListText | null {
  if (text.trimStart()[0] === '[') {
    const items = elements(text, most)
    return { items, envelope: [...items.keys()] }
  }
  // If a name occurs twice, the last one counts, as with JSON.parse.
  const members = new Map<string, string>()
  for (const { name, start, end } of jsonEntries(text)) {
    members.set(name ?? '', text.slice(start, end))
    if (members.size > MAX_MEMBERS) return null
  }
  const name = listName(Array.from(members, ([name, value]) => [name, value.startsWith('[')]))
  const list = members.get(name)
  if (!list?.startsWith('[')) return null
  const items = elements(list, most)
  const around = [...members]
    .filter(([name]) => isAboutList(name))
    .map(([name, value]) => [name, parseLenient(value)])
  return { items, envelope: { ...Object.fromEntries(around), [name]: [...items.keys()] } }
}

function elements(list: string, most: number): string[] {
  return Array.from(jsonEntries(list).take(most), ({ start, end }) => list.slice(start, end))
}

/**
 * The list in an answer, within the limits of what Redial sends and keeps.
 *
 * @throws BadAnswer if the answer isn't one in UTF-8, or exceeds the limits
 */
export function checkedList(answer: Uint8Array): ListText {
  const text = decodeAnswer(answer)
  checkWhole(text)
  const list = refuseUnreadable(() => listIn(text, MAX_ITEMS + 1))
  if (list === null) throw new BadAnswer(UNREADABLE)
  if (list.items.length > MAX_ITEMS) throw new BadAnswer(TOO_MANY)
  if (list.items.some(isTooLarge)) throw new BadAnswer(TOO_LARGE)
  return list
}

/**
 * The first items of an answer, without those that exceed the limits.
 *
 * @throws BadAnswer if the answer isn't JSON in UTF-8
 */
export function firstItems(answer: Uint8Array, most: number): string[] {
  const text = decodeAnswer(answer)
  const { items } = refuseUnreadable(() => listIn(text, most)) ?? { items: [] }
  return items.filter(item => !isTooLarge(item) && !isTooDeep(item))
}

/**
 * An item from its text. One odd value, such as Python's NaN, must not make all other items unreadable.
 *
 * @returns whether the text isn't JSON (`repairJson`)
 * @throws BadAnswer for a text that can't be repaired
 */
export function parsedItem(text: string): { value: unknown; isOdd: boolean } {
  try {
    return { value: JSON.parse(text), isOdd: false }
  } catch {
    return { value: refuseUnreadable(() => parseLenient(text)), isOdd: true }
  }
}

function isTooLarge(text: string): boolean {
  return Buffer.byteLength(text) > MAX_BYTES_OF_ITEM
}

function isTooDeep(text: string): boolean {
  try {
    endOfValue(text, 0, MAX_LEVELS)
    return false
  } catch (error) {
    return error instanceof RangeError
  }
}

function decodeAnswer(answer: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(answer)
  } catch {
    throw new BadAnswer(NOT_UTF_8)
  }
}

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

function refuseUnreadable<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof SyntaxError ? new BadAnswer(UNREADABLE) : error
  }
}

const MEBIBYTE = 1024 * 1024
export const UNREADABLE = 'gave an answer that could not be read'
const NOT_UTF_8 =
  'gave an answer that is not written in UTF-8, so that its events can’t be sent as they are'
const TOO_DEEP = `gave an answer with more than ${MAX_LEVELS.toLocaleString('en')} levels of nested values, which Redial does not read`
const TOO_LARGE = `gave an answer with a value of more than ${MAX_BYTES_OF_ITEM / MEBIBYTE} MiB, which Redial does not read`
const TOO_MANY = `gave an answer with more than ${MAX_ITEMS.toLocaleString('en')} events, which Redial does not read`
