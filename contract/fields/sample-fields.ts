import { isRecord } from '../text/json-inside.ts'
import { formatPath, type PathSteps } from './field-path.ts'
import { nameWords } from './name-words.ts'

export type SampleField = {
  path: string
  /** Its own name, in English words. */
  name: string
  /** The names of all its parents and its own, in English words. */
  words: string
  depth: number
  /** One value per item; undefined if an item has no such field. */
  values: unknown[]
}

/** An item with more fields is a document, not a record. */
const MAX_DEPTH = 6
const MAX_FIELDS = 400

/**
 * All fields of the items with plain values. Lists of objects are included as a whole and with the
 * fields of their last element.
 *
 * @param skipped top-level names whose content is not read, such as `request_json`
 */
export function sampleFields(items: unknown[], skipped: readonly string[] = []): SampleField[] {
  const fields = new Map<string, SampleField>()
  const root: Place = { path: '', steps: [], inner: new Map() }
  items.forEach((item, index) => {
    collect(
      item,
      root,
      ({ path, steps }, value) => {
        let field = fields.get(path)
        if (field === undefined) {
          if (fields.size >= MAX_FIELDS) return
          field = newField(path, steps, items.length)
          fields.set(path, field)
        }
        field.values[index] = value
      },
      skipped,
    )
  })
  return [...fields.values()]
}

/** Keys that wrap a plain value in the JSON of AWS, Google and MongoDB. */
const WRAPPERS = new Set('StringValue stringValue $date $oid $numberLong'.split(' '))

function newField(path: string, steps: PathSteps, length: number): SampleField {
  const keys = steps.filter(step => typeof step === 'string')
  const own = keys.filter((key, index) => (index === 0 ? key !== '_source' : !WRAPPERS.has(key)))
  const names = (own.length === 0 ? keys : own).map(nameWords)
  return {
    path,
    name: names.at(-1) ?? '',
    words: names.join(' '),
    depth: steps.length,
    values: Array.from({ length }, () => undefined),
  }
}

/** One object per field, not per value, because a sample has thousands of values. */
type Place = { path: string; steps: PathSteps; inner: Map<string | number, Place> }

function collect(
  value: unknown,
  place: Place,
  add: (place: Place, value: unknown) => void,
  skipped: readonly string[] = [],
): void {
  const depth = place.steps.length
  if (Array.isArray(value)) {
    add(place, value)
    const last: unknown = value.at(-1)
    if (isRecord(last) && depth < MAX_DEPTH) collect(last, inside(place, -1), add)
    return
  }
  if (depth > 0) add(place, value)
  if (!isRecord(value) || depth >= MAX_DEPTH) return
  for (const [key, inner] of Object.entries(value)) {
    if (!skipped.includes(key)) collect(inner, inside(place, key), add)
  }
}

function inside(place: Place, step: string | number): Place {
  let inner = place.inner.get(step)
  if (inner === undefined) {
    const steps = [...place.steps, step]
    inner = { path: formatPath(steps), steps, inner: new Map() }
    place.inner.set(step, inner)
  }
  return inner
}
