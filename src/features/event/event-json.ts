import { exactJson } from '../../../contract/text/exact-json.ts'
import {
  parseLenient,
  rawElements,
  rawItems,
  rawMembers,
  rawValue,
} from '../../../contract/text/json-reader.ts'
import { payloadText } from '../../../contract/text/payload-text.ts'

/**
 * The exact JSON of one event in the answer of its list. Parsed JSON doesn't say how numbers were
 * written.
 *
 * @param pageText the whole answer
 * @param index the event's position on the page
 */
export function eventText(pageText: string, index: number): string {
  return rawItems(pageText)[index] ?? ''
}

/**
 * The exact JSON of one attempt, whether attempts are a list, an object of them or only one.
 *
 * @param path the path of the attempts in the event
 * @param index the attempt's position in the service's order
 */
export function attemptText(event: string, path: (string | number)[], index: number): string {
  const attempts = rawValue(event, path) ?? 'null'
  if (attempts.startsWith('[')) return rawElements(attempts)?.[index] ?? 'null'
  const values = [...(rawMembers(attempts)?.values() ?? [])]
  const isList = values.every(value => value.startsWith('{'))
  return isList ? (values[index] ?? 'null') : attempts
}

export function fieldsText(event: string, names: string[]): string {
  const fields = names.map(name => `${JSON.stringify(name)}: ${rawValue(event, [name])}`)
  return `{${fields.join(', ')}}`
}

/**
 * The payload of an event, with long integers as bigint.
 *
 * @param event its exact JSON
 */
export function eventPayload(event: string): unknown {
  const text = payloadText(event)
  for (const parse of [exactJson, parseLenient]) {
    try {
      return parse(text)
    } catch {}
  }
  return text
}
