import { jsonInside } from './json-inside.ts'
import { rawValue } from './raw-value.ts'

/**
 * What was to be sent to the receiver, to the letter: the event's `request_json`, or all of it where
 * it has none.
 *
 * @param event as the service lists it
 */
export function payloadText(event: string): string {
  return opened(rawValue(event, ['request_json']) ?? event)
}

/** Where a service keeps JSON as text, its list has it in a string: what was sent is inside of that. */
export function opened(payload: string): string {
  if (!payload.startsWith('"')) return payload
  const text: unknown = JSON.parse(payload)
  return typeof text === 'string' && jsonInside(text) !== undefined ? text : payload
}
