import { shownText } from '../../../../contract/text/shown-text.ts'
import { capitalise } from '../../../format/text.ts'
import {
  decoded,
  isContainer,
  type JsonNodes,
  nameOf,
  rawText,
} from '../../../ui/json/json-nodes.ts'

/** How many fields are listed. The payload below has all. */
const MAX_OTHER_FIELDS = 30
const MAX_TEXT_LENGTH = 300

/**
 * The fields of a payload that the interface doesn't describe, if their value is plain. Numbers
 * stay as they were written.
 */
export function otherFields(payload: JsonNodes, shown: readonly string[]): [string, string][] {
  const fields: [string, string][] = []
  if (!payload.text.startsWith('{')) return fields
  let node = 1
  while (node < payload.start.length && fields.length < MAX_OTHER_FIELDS) {
    const name = nameOf(payload, node) ?? ''
    const raw = rawText(payload, node)
    const isPlain = !isContainer(payload, node) && raw !== 'null' && raw !== '""'
    if (isPlain && !shown.includes(name)) fields.push([name, formatFieldValue(raw)])
    node = payload.after[node] ?? node + 1
  }
  return fields
}

/** A plain field of the payload as it was written: parsing changes the last digits of long numbers. */
export function exactField(payload: JsonNodes, name: string): string | undefined {
  const found = otherFields(payload, []).find(([own]) => own === name)
  return found?.[1]
}

function formatFieldValue(raw: string): string {
  if (raw === 'true') return 'Yes'
  if (raw === 'false') return 'No'
  return shortText(shownText(decoded(raw)))
}

/** Shortens a text to fit the list of facts. */
export function shortText(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text
}

/** "vehicle_make" and "vehicleMake" as "Vehicle make". */
export function fieldLabel(name: string): string {
  const label = shownText(name)
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])(?=[a-z])/g, (_, before, letter) => {
      return `${before} ${letter.toLowerCase()}`
    })
    .trim()
  return capitalise(label)
}
