import {
  ATTEMPT_MEANINGS,
  ITEM_MEANINGS,
  PAYLOAD_MEANINGS,
  STANDARD_FIELDS,
} from '../../contract/fields/field-map.ts'
import { parsePath, valueAt } from '../../contract/fields/field-path.ts'
import type { RecognizedFields } from '../../contract/fields/recognize-fields.ts'
import { jsonInside } from '../../contract/text/json-inside.ts'
import { differs, type Finding, holds } from '../finding.ts'
import type { Quote } from '../quote.ts'

type Field = { meaning: string; path: string; example: unknown; confidence: number }

/** Which field of the items has which meaning, where its name is not the interface's. */
export function recognizedFields(
  items: unknown[],
  recognized: RecognizedFields,
  quote: Quote,
): Finding {
  const what = 'Fields have the names of the interface (left open)'
  const foreign = foreignFields(items, recognized)
  if (foreign.length === 0) return holds(what)
  const found = foreign
    .map(
      ({ meaning, path, example, confidence }) =>
        `${meaning} in ${quote(path)} (${sureness(confidence)}, such as ${quote(shown(example))})`,
    )
    .join('; ')
  return differs(what, {
    found,
    dashboard: 'Reads them by these names. “Fields of the service” in Settings corrects them.',
  })
}

/** Whether any field has a name of the service's own. */
export function hasForeignFields(items: unknown[], recognized: RecognizedFields): boolean {
  return foreignFields(items, recognized).length > 0
}

function foreignFields(items: unknown[], { map, confidence }: RecognizedFields): Field[] {
  const payloads = items.map(item => {
    const payload = valueAt(item, ['request_json']) ?? item
    return typeof payload === 'string' ? jsonInside(payload) : payload
  })
  const attempts = items.flatMap(item => {
    const list = valueAt(item, parsePath(map.item.attempts ?? '') ?? [''])
    return Array.isArray(list) ? list : []
  })
  const fields = <Meaning extends string>(
    meanings: readonly Meaning[],
    values: unknown[],
    part: { [kind in 'paths' | 'standard']: Record<Meaning, string | null> } & {
      confidence: Record<Meaning, number | null>
    },
  ) =>
    meanings.flatMap((meaning): Field[] => {
      const path = part.paths[meaning]
      if (path === null || path === part.standard[meaning]) return []
      const steps = parsePath(path) ?? []
      const example = values.map(value => valueAt(value, steps)).find(value => value != null)
      return [{ meaning, path, example, confidence: part.confidence[meaning] ?? 0 }]
    })
  return [
    ...fields(ITEM_MEANINGS, items, {
      paths: map.item,
      standard: STANDARD_FIELDS.item,
      confidence: confidence.item,
    }),
    ...fields(ATTEMPT_MEANINGS, attempts, {
      paths: map.attempt,
      standard: STANDARD_FIELDS.attempt,
      confidence: confidence.attempt,
    }),
    ...fields(PAYLOAD_MEANINGS, payloads, {
      paths: map.payload,
      standard: STANDARD_FIELDS.payload,
      confidence: confidence.payload,
    }),
  ]
}

function sureness(confidence: number): string {
  return `${Math.round(confidence * 100)} % sure`
}

function shown(example: unknown): string {
  return typeof example === 'string' ? example : (JSON.stringify(example) ?? '')
}
