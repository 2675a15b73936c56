import * as z from 'zod/mini'
import { type Entity, EntityContext } from '../../../../contract/blocklist.ts'
import type { ErrorPlace, ServerErrorPath } from '../../../forms/server-errors.ts'
import type { EntriesDraft } from '../phone-input/use-entries.ts'
import * as messages from './messages.ts'

/** Whom the numbers are blocked for. The fields have the names of the request. */
export const BlockNumbersFields = z.object({
  entity_context_name: EntityContext,
  entity: z.object({
    name: z.string().check(z.trim(), z.minLength(1, messages.nameMissing)),
    reference: z.string().check(z.trim(), z.minLength(1, messages.referenceMissing)),
  }),
})
export type BlockNumbersFields = { entity_context_name: EntityContext; entity: Entity }

/** The input of the form, with the numbers as entered. Its fields may still be empty. */
export type BlockNumbersValues = EntriesDraft & {
  entity_context_name: EntityContext
  entity: Entity
}

/** Whether a person has changed nothing that the form started with. */
export function isUntouched(values: BlockNumbersValues, start: BlockNumbersValues): boolean {
  return (
    values.entity_context_name === start.entity_context_name &&
    values.entity.name === start.entity.name &&
    values.entity.reference === start.entity.reference &&
    values.defaultCountry === start.defaultCountry &&
    values.texts.length === start.texts.length &&
    values.texts.every((text, index) => text === start.texts[index])
  )
}

/** The type of the error of a reference that belongs to an entity with another name. */
export const OF_ANOTHER = 'of-another'

/** The type of the message that the rest was blocked: the first line is a success. */
export const PARTLY = 'partly'

/** Where errors of the list of numbers as a whole are set. */
export const LIST_ERRORS = 'root.blocked_phone_number_list'

/**
 * Where in the form an error of the service belongs: at a place in it, or at a number that was
 * sent.
 */
export type RequestPlace =
  | { field: ErrorPlace<BlockNumbersFields> }
  | { number: string }
  | { elsewhere: true }

/** @param sent the numbers of the request, whose indexes the service counts by */
export function placeOf([field, part]: ServerErrorPath, sent: string[]): RequestPlace {
  if (field === 'entity_context_name') return { field }
  if (field === 'entity' && part === 'name') return { field: 'entity.name' }
  if (field === 'entity' && (part === 'reference' || part === undefined)) {
    return { field: 'entity.reference' }
  }
  if (field === 'blocked_phone_number_list' && part === undefined) return { field: LIST_ERRORS }
  const number = typeof part === 'number' ? sent[part] : undefined
  return field === 'blocked_phone_number_list' && number !== undefined
    ? { number }
    : { elsewhere: true }
}
