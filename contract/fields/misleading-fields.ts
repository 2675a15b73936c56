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

/** The names of receivers. Their URLs may end in anything, such as the id of a customer or of the event. */
const RECEIVER = /\b(target|callback|webhook|endpoint|receiver|destination)\b/

/**
 * A URL of the service itself that ends in the id of the item. Only a field that differs in each of several
 * items is an id: all events of a customer have the customer's reference.
 */
export function isLinkToItself({ values, words }: SampleField, fields: SampleField[]): boolean {
  if (RECEIVER.test(words) || values.length < MIN_ITEMS) return false
  if (!values.every(isWebAddress) || hostsIn(values) > 1) return false
  return fields.some(
    ({ values: ids }) =>
      ids !== values &&
      new Set(ids.map(plain)).size === ids.length &&
      ids.every((id, index) => {
        const text = typeof id === 'string' || typeof id === 'number' ? String(id) : ''
        return text !== '' && String(values[index]).endsWith(`/${text}`)
      }),
  )
}

const MIN_ITEMS = 2

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
