import type { FieldMap } from '../../../contract/fields/field-map.ts'
import { parsePath, valueAt } from '../../../contract/fields/field-path.ts'
import { isRecord, sampleFields } from '../../../contract/fields/sample-fields.ts'
import { jsonInside } from '../../../contract/text/json-inside.ts'
import { shownText } from '../../../contract/text/shown-text.ts'

export type FieldChoice = { path: string; example: string }

export type FieldChoices = { item: FieldChoice[]; attempt: FieldChoice[]; payload: FieldChoice[] }

const MAX_EXAMPLE = 40

export function fieldChoices(items: unknown[], map: FieldMap): FieldChoices {
  const payloads = items.map(payloadOf).filter(isRecord)
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

function attemptsOf(items: unknown[], path: string | null): unknown[] {
  const steps = path === null ? null : parsePath(path)
  if (steps === null) return []
  return items.flatMap(item => {
    const list = valueAt(item, steps)
    return Array.isArray(list) ? list : []
  })
}

/** Otherwise the whole item is the payload. */
export function hasPayloadField(item: unknown): item is { request_json: unknown } {
  return isRecord(item) && 'request_json' in item
}

function payloadOf(item: unknown): unknown {
  const payload = hasPayloadField(item) ? item.request_json : item
  return typeof payload === 'string' ? jsonInside(payload) : payload
}
