import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { LooseTimestamp } from '../time/stamp.ts'
import { jsonTokens, parseLenient, parseString, rawMembers } from './json-reader.ts'
import { opened } from './payload-text.ts'

/**
 * The id of an event whose service gives no usable one (decision 23): a hash of what is sent, to
 * which URL, for which event kind, and when it failed. Anything else may differ from one answer to
 * the next, such as the language of an error text.
 *
 * @param event as the service lists it
 */
export function contentId(event: string): string {
  const members = rawMembers(event)
  const request = members?.get('request_json')
  if (request === undefined) return idOf([opened(event)])
  const [kind, receiver, failedAt] = ['event', 'callback_url', 'failed_at'].map(name =>
    sameInstant(members?.get(name) ?? 'null'),
  )
  return idOf([opened(request), kind, receiver, failedAt])
}

/** Several events may have such an id. */
export function isContentId(id: string): boolean {
  return /^content-[\da-f]{32}$/.test(id)
}

function idOf(parts: (string | undefined)[]): string {
  const content = parts.map(part => canonicalJson(part ?? 'null')).join('\n')
  // The hash function of browsers is available only on https, and it is asynchronous.
  return `content-${bytesToHex(sha256(utf8ToBytes(content))).slice(0, 32)}`
}

/** A service may send each person the times in their own time zone. */
function sameInstant(value: string): string {
  const stamp = LooseTimestamp.safeParse(parseLenient(value))
  return stamp.success ? JSON.stringify(new Date(stamp.data).toISOString()) : value
}

/**
 * Rewrites a JSON text so that all texts of the same value are equal: without spaces, with the
 * members of objects sorted by name and characters unescaped. Numbers stay as they are written,
 * because parsing would lose digits. It uses no recursion.
 *
 * @param text has to be well-formed: `parseLenient` accepted it
 */
export function canonicalJson(text: string): string {
  const open: Container[] = [{ isArray: true, name: null, parts: [] }]
  /** The name of the member whose value comes next. */
  let name: string | null = null
  const add = (value: string) => {
    const container = open.at(-1)
    if (container?.isArray === false && name === null) name = value
    else {
      container?.parts.push({ name, value })
      name = null
    }
  }
  for (const { text: token } of jsonTokens(text)) {
    if (token === '{' || token === '[') {
      open.push({ isArray: token === '[', name, parts: [] })
      name = null
    } else if (token === '}' || token === ']') {
      const closed = open.pop()
      name = closed?.name ?? null
      if (closed) add(written(closed))
    } else if (token !== ',' && token !== ':') add(withoutEscapes(token))
  }
  return open[0]?.parts[0]?.value ?? ''
}

function withoutEscapes(token: string): string {
  const hasEscapes = token.startsWith('"') && token.includes('\\')
  return hasEscapes ? JSON.stringify(parseString(token)) : token
}

type Container = {
  isArray: boolean
  /** The name of the member that has this value. */
  name: string | null
  parts: { name: string | null; value: string }[]
}

/** Concatenates with +, because `join` would copy deeply nested text at each level. */
function written({ isArray, parts }: Container): string {
  const sorted = isArray ? parts : parts.toSorted((one, other) => order(one.name, other.name))
  let all = isArray ? '[' : '{'
  for (const [at, { name, value }] of sorted.entries()) {
    all += `${at === 0 ? '' : ','}${name === null ? '' : `${name}:`}${value}`
  }
  return all + (isArray ? ']' : '}')
}

function order(one: string | null, other: string | null): number {
  if (one === other) return 0
  return (one ?? '') < (other ?? '') ? -1 : 1
}
