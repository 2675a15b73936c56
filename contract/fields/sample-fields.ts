import { isRecord } from '../text/json-inside.ts'
import { formatPath, type PathSteps } from './field-path.ts'
import { nameWords } from './name-words.ts'

export type SampleField = {
  path: string
  /** Its own name, in the words of name-words.ts. */
  name: string
  /** The names of all objects around it and its own. */
  words: string
  depth: number
  /** One value per item; undefined if an item has no such field. */
  values: unknown[]
}

/** An item with more fields is a document, not a record. */
const MAX_DEPTH = 6
const MAX_FIELDS = 400

/**
 * All fields of the items. Objects and lists are included as a whole and with their fields. A list has the
 * fields of its last element.
 *
 * @param skipped top-level names whose content is not read, such as `request_json`
 */
export function sampleFields(items: unknown[], skipped: readonly string[] = []): SampleField[] {
  const fields: SampleField[] = []
  const collect = (steps: PathSteps, values: unknown[]) => {
    // A key such as "$date" of MongoDB only wraps a value.
    const keys = steps.filter(step => typeof step === 'string')
    const names = keys.filter(key => !key.startsWith('$')).map(nameWords)
    if (steps.length > 0) {
      const [name = '', words] = [names.at(-1), names.join(' ')]
      fields.push({ path: formatPath(steps), name, words, depth: steps.length, values })
    }
    if (steps.length === MAX_DEPTH) return
    const last = values.map(value => (Array.isArray(value) ? value.at(-1) : undefined))
    if (last.some(isRecord)) collect([...steps, -1], last)
    for (const key of new Set(values.filter(isRecord).flatMap(Object.keys))) {
      if (fields.length >= MAX_FIELDS) return
      if (steps.length === 0 && skipped.includes(key)) continue
      collect(
        [...steps, key],
        values.map(value =>
          isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined,
        ),
      )
    }
  }
  collect([], items)
  return fields
}
