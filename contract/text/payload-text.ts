import { jsonInside } from './json-inside.ts'
import { parseString, rawValue } from './json-reader.ts'

/**
 * The exact text that was meant for the receiver: the event's `request_json`, or the whole event if
 * it has none.
 *
 * @param event as the service lists it
 */
export function payloadText(event: string): string {
  return opened(rawValue(event, ['request_json']) ?? event)
}

/** If a service stores JSON as text, its list has the payload inside a string. */
export function opened(payload: string): string {
  if (!payload.startsWith('"')) return payload
  const text = parseString(payload)
  return jsonInside(text) === undefined ? payload : text
}
