import { jsonEntries, parseString } from '../../../../contract/text/json-reader.ts'
import { capitalise } from '../../../../contract/text/names.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'

/** How many fields are listed. The payload below has all. */
const MAX_OTHER_FIELDS = 30
const MAX_TEXT_LENGTH = 300

/**
 * The fields of a payload that the interface doesn't describe, if their value is plain. Numbers
 * stay as they were written.
 */
export function otherFields(payload: string, shown: readonly string[]): [string, string][] {
  const fields: [string, string][] = []
  if (!payload.startsWith('{')) return fields
  for (const { name, start, end } of jsonEntries(payload)) {
    const raw = payload.slice(start, end)
    const isPlain = !/^[[{]/.test(raw) && raw !== 'null' && raw !== '""'
    if (name !== null && isPlain && !shown.includes(name))
      fields.push([name, formatFieldValue(raw)])
    if (fields.length === MAX_OTHER_FIELDS) break
  }
  return fields
}

function formatFieldValue(raw: string): string {
  if (raw === 'true') return 'Yes'
  if (raw === 'false') return 'No'
  return shortText(shownText(parseString(raw)))
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
