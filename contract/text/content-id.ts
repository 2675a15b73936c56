import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { LooseTimestamp } from '../time/stamp.ts'
import { canonicalJson } from './canonical-json.ts'
import { parseLenient, rawMembers } from './json-reader.ts'
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
