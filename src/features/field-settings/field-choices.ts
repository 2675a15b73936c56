import type { FieldMap } from '../../../contract/fields/field-map.ts'
import { attemptsOf, payloadOf } from '../../../contract/fields/recognize-fields.ts'
import { sampleFields } from '../../../contract/fields/sample-fields.ts'
import { isRecord } from '../../../contract/text/json-inside.ts'
import { shownText } from '../../../contract/text/shown-text.ts'

export type FieldChoice = { path: string; example: string }

const MAX_EXAMPLE = 40

export function fieldChoices(items: unknown[], map: FieldMap) {
  const payloads = items.filter(isRecord).map(payloadOf).filter(isRecord)
  return {
    item: choicesOf(items, ['request_json']),
    attempt: choicesOf(attemptsOf(items, map.item.attempts)),
    payload: choicesOf(payloads),
  }
}

function choicesOf(items: unknown[], skipped: string[] = []): FieldChoice[] {
  return sampleFields(items, skipped).flatMap(({ path, values }) => {
    const value = values.find(one => one !== undefined && one !== null && one !== '')
    // People can't recognise a name with invisible characters.
    const isReadable = shownText(path) === path
    return value === undefined || !isReadable ? [] : [{ path, example: exampleOf(value) }]
  })
}

function exampleOf(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return 'an object'
  const text = String(value)
  const shown = shownText(text.slice(0, MAX_EXAMPLE))
  return text.length > MAX_EXAMPLE ? `${shown}…` : shown
}
