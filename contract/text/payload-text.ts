import { jsonInside } from './json-inside.ts'
import { parseString, rawMembers, rawValue } from './json-reader.ts'

/**
 * The exact text that was meant for the receiver: the event's `request_json`, or the whole event if
 * it has none. "null" for the description of a delivery that doesn't include what was sent.
 *
 * @param event as the service lists it
 */
export function payloadText(event: string): string {
  const own = rawValue(event, ['request_json'])
  const webhook =
    own === null &&
    webhookName(Array.from(rawMembers(event) ?? [], ([name, text]) => [name, text.startsWith('{')]))
  if (!webhook) return opened(own ?? event)
  const sent = rawValue(event, [webhook, 'payload']) ?? ''
  return opened(sent) === sent ? 'null' : opened(sent)
}

/**
 * The name of the object about the webhook in the description of a delivery, such as `webhook_event`; null for any
 * other item. A call has no such object. Only a payload that is a text is what was sent.
 */
export function webhookName(members: Iterable<[name: string, isObject: boolean]>): string | null {
  let webhook: string | null = null
  for (const [name, isObject] of members) {
    if (name === 'request_json') return null
    if (isObject && /webhook/i.test(name)) webhook ??= name
  }
  return webhook
}

/** If a service stores JSON as text, its list has the payload inside a string. */
export function opened(payload: string): string {
  if (!payload.startsWith('"')) return payload
  const text = parseString(payload)
  return jsonInside(text) === undefined ? payload : text
}
