import { rawElements, rawMembers, rawValue } from '../../../contract/text/raw-value.ts'

/**
 * The JSON of one event as it stands in the answer of its list, byte for byte: what was parsed
 * can't tell how numbers were written.
 *
 * @param pageText the whole answer
 * @param index the event's place on the page
 */
export function eventText(pageText: string, index: number): string {
  const path = pageText.trimStart().startsWith('[') ? [index] : ['results', index]
  return rawValue(pageText, path) ?? ''
}

/** One of its attempts, in their order, however they are put together. */
export function attemptText(event: string, index: number): string {
  const attempts = rawValue(event, ['attempts']) ?? 'null'
  if (attempts.startsWith('[')) return rawElements(attempts, [])?.[index] ?? 'null'
  const named = [...(rawMembers(attempts)?.values() ?? [])]
  const isList = named.every(value => value.startsWith('{'))
  return isList ? (named[index] ?? 'null') : attempts
}

/** Some fields of the event, as an object of their own. */
export function fieldsText(event: string, names: string[]): string {
  const fields = names.map(name => `${JSON.stringify(name)}: ${rawValue(event, [name])}`)
  return `{${fields.join(', ')}}`
}
