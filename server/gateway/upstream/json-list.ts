import { isUtf8 } from 'node:buffer'
import { parseLenient } from '../../../contract/text/json-reader.ts'
import { BadAnswer } from './upstream-error.ts'

/** The content of an answer with a list. */
export type JsonList<Item> = {
  /** The requested members of the answer other than the list; null if the answer itself is the list. */
  members: Map<string, unknown> | null
  /** null if the answer contains no list. */
  items: Item[] | null
}

/** Deeper ones are no payloads, and recursive code would overflow the stack on them. */
const MAX_LEVELS = 1_000

/** Parsed one at a time, so that only one of them takes memory. */
const MAX_BYTES_OF_VALUE = 4 * 1024 * 1024

const MAX_ITEMS = 100_000

/**
 * Parses an answer that is a list, or has one in its member `list`, without parsing the whole answer
 * at once: parsed, 52 MiB of JSON may take gigabytes.
 *
 * @param readItem returns what to keep of an item, from its value and its exact text, which isn't JSON if the
 *   item is odd (repair-json.ts)
 * @throws BadAnswer if the answer isn't JSON in UTF-8, or exceeds the limits
 */
export function jsonList<Item>(
  answer: Uint8Array,
  { list, wanted }: { list: string; wanted: string[] },
  readItem: (value: unknown, text: string, isOdd: boolean) => Item,
): JsonList<Item> {
  if (!isUtf8(answer)) throw new BadAnswer(NOT_UTF_8)
  const scan = new Scan(answer)
  const begins = scan.peek()
  if (begins === OPEN_ARRAY) {
    const items = scan.elements(readItem)
    scan.end()
    return { members: null, items }
  }
  const members = new Map<string, unknown>()
  let items: Item[] | null = null
  if (begins !== OPEN_OBJECT) throw new BadAnswer(UNREADABLE)
  for (const key of scan.keys()) {
    // If a name occurs twice, the last one counts, as with JSON.parse.
    if (key === list) items = null
    if (key === list && scan.peek() === OPEN_ARRAY) items = scan.elements(readItem)
    else {
      const value = parsed(scan.text())
      if (wanted.includes(key)) members.set(key, value)
    }
  }
  scan.end()
  return { members, items }
}

const UNREADABLE = 'gave an answer that could not be read'
const NOT_UTF_8 =
  'gave an answer that is not written in UTF-8, so that its events can’t be sent as they are'

const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const COMMA = 0x2c
const COLON = 0x3a
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Scans the bytes of a JSON text once. Depth uses no stack. */
class Scan {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    if (hasMark) this.#at = 3
  }

  /** The next byte that is not white space; undefined at the end. */
  peek(): number | undefined {
    while (isSpace(this.#bytes[this.#at])) this.#at++
    return this.#bytes[this.#at]
  }

  /** The results of `read` for an array's elements. */
  elements<Item>(read: (value: unknown, text: string, isOdd: boolean) => Item): Item[] {
    const items: Item[] = []
    this.#take(OPEN_ARRAY)
    if (this.peek() === CLOSE_ARRAY) {
      this.#at++
      return items
    }
    for (;;) {
      if (items.length === MAX_ITEMS) throw new BadAnswer(TOO_MANY)
      const text = this.text()
      items.push(readElement(text, read))
      if (this.#takeEither(COMMA, CLOSE_ARRAY) === CLOSE_ARRAY) return items
    }
  }

  /** The names of an object's members. The caller must consume the value after each name. */
  *keys(): Generator<string> {
    this.#take(OPEN_OBJECT)
    if (this.peek() === CLOSE_OBJECT) {
      this.#at++
      return
    }
    do {
      if (this.peek() !== QUOTE) throw new BadAnswer(UNREADABLE)
      const key: unknown = parsed(this.text())
      this.#take(COLON)
      yield String(key)
    } while (this.#takeEither(COMMA, CLOSE_OBJECT) === COMMA)
  }

  /** The text of the next value. */
  text(): string {
    this.peek()
    const from = this.#at
    let depth = 0
    do {
      const byte = this.#bytes[this.#at]
      if (byte === undefined) throw new BadAnswer(UNREADABLE)
      if (byte === QUOTE) this.#passString()
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (++depth > MAX_LEVELS) throw new BadAnswer(TOO_DEEP)
        this.#at++
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        depth--
        this.#at++
      } else if (depth > 0) this.#at++
      else this.#passWord()
    } while (depth > 0)
    if (this.#at === from) throw new BadAnswer(UNREADABLE)
    if (this.#at - from > MAX_BYTES_OF_VALUE) throw new BadAnswer(TOO_LARGE)
    return this.#bytes.toString('utf8', from, this.#at)
  }

  end(): void {
    if (this.peek() !== undefined) throw new BadAnswer(UNREADABLE)
  }

  #take(byte: number): void {
    this.#takeEither(byte, byte)
  }

  #takeEither(one: number, other: number): number {
    const byte = this.peek()
    if (byte !== one && byte !== other) throw new BadAnswer(UNREADABLE)
    this.#at++
    return byte
  }

  #passString(): void {
    this.#at++
    for (let byte = this.#bytes[this.#at]; byte !== QUOTE; byte = this.#bytes[this.#at]) {
      if (byte === undefined) throw new BadAnswer(UNREADABLE)
      this.#at += byte === BACKSLASH ? 2 : 1
    }
    this.#at++
  }

  /** A number, true, false or null. */
  #passWord(): void {
    const isOver = (byte: number | undefined) =>
      byte === undefined ||
      byte === COMMA ||
      byte === COLON ||
      byte === CLOSE_ARRAY ||
      byte === CLOSE_OBJECT ||
      isSpace(byte)
    while (!isOver(this.#bytes[this.#at])) this.#at++
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
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
