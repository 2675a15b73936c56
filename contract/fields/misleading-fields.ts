import { type Choice, chooseField, type FieldRule, isEmpty, plain } from './choose-field.ts'
import type { PayloadMeaning } from './field-map.ts'
import { hostsIn, isWebAddress } from './field-values.ts'
import { nameWords } from './name-words.ts'
import type { SampleField } from './sample-fields.ts'

/** The id of the call, copied from the payload. Several events may have it. */
export function isOfCall({ path, values }: SampleField, callIds: unknown[] | undefined): boolean {
  if (path === 'id' || callIds === undefined) return false
  return values.every((value, index) => !isEmpty(value) && plain(value) === plain(callIds[index]))
}

/** A URL of the service itself that ends in the id of the item. */
export function isLinkToItself({ values }: SampleField, fields: SampleField[]): boolean {
  if (!values.every(isWebAddress) || hostsIn(values) > 1) return false
  return fields.some(
    ({ values: ids }) =>
      ids !== values &&
      ids.every((id, index) => {
        const text = typeof id === 'string' || typeof id === 'number' ? String(id) : ''
        return text !== '' && String(values[index]).endsWith(`/${text}`)
      }),
  )
}

/** An id outside the object with the call belongs to the envelope around it. */
export function callIdOf(
  { call_id: chosen, recording_url: _, ...others }: Record<PayloadMeaning, Choice | null>,
  rule: FieldRule,
  fields: SampleField[],
): Choice | null {
  if (chosen === null) return null
  if (/\bcall\b/.test(fields.find(({ path }) => path === chosen.path)?.words ?? '')) return chosen
  const call = Object.values(others).flatMap(choice => (choice === null ? [] : [choice.path]))
  const objects = new Set(
    call.map(path => {
      // A number or a name may be in its own object, such as `from.number`.
      const isPart = /^(name|number( number)?|url)$/.test(
        nameWords(path.slice(path.lastIndexOf('.') + 1)),
      )
      return isPart ? objectOf(objectOf(path)) : objectOf(path)
    }),
  )
  if (objects.has(objectOf(chosen.path))) return chosen
  const within = fields.filter(({ path }) => objects.has(objectOf(path)))
  return chooseField(
    within.map(field => ({ ...field, words: field.name })),
    rule,
  )
}

/** The path of the object that contains a field; "" for the payload itself. */
function objectOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')))
}
