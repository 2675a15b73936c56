import * as z from 'zod/mini'
import { type BlocklistRequest, type Entity, EntityContext } from '../../../contract/blocklist.ts'
import type { ErrorPlace, ServerErrorPath } from '../../forms/server-errors.ts'
import { readPhoneEntry } from './phone-entry.ts'

/**
 * What is typed into the form and, once nothing in it is wrong, what is sent. The fields have the
 * names of the request.
 *
 * @param refused what the service said of an entry, by its text. It stays wrong, wherever its row
 *   moves to, until it is changed or the form is sent again.
 */
export function blockNumbersSchema(refused: ReadonlyMap<string, string>) {
  const entry = z.object({
    phone_number: z.string().check(
      z.superRefine((text, context) => {
        const problem = isEmpty(text) ? null : (readPhoneEntry(text).problem ?? refused.get(text))
        if (problem) context.addIssue({ code: 'custom', message: problem })
      }),
    ),
  })
  const values = z.object({
    entity_context_name: EntityContext,
    entity: z.object({
      name: z.string().check(z.trim(), z.minLength(1, 'Enter the name.')),
      reference: z.string().check(z.trim(), z.minLength(1, 'Enter the reference.')),
    }),
    blocked_phone_number_list: z.array(entry).check(
      z.refine(entries => entries.some(({ phone_number }) => !isEmpty(phone_number)), {
        path: [0, 'phone_number'],
        error: 'Enter a phone number.',
      }),
    ),
  })
  return z.pipe(values, z.transform(sentOf))
}

export type BlockNumbersValues = {
  entity_context_name: EntityContext
  entity: Entity
  blocked_phone_number_list: { phone_number: string }[]
}

/** Entries left empty are not sent, and a number entered twice is sent once. */
function sentOf(values: BlockNumbersValues): BlockNumbersSent {
  const entriesOf = new Map<string, number[]>()
  for (const [entry, { phone_number }] of values.blocked_phone_number_list.entries()) {
    const { number } = readPhoneEntry(phone_number)
    if (number !== null) entriesOf.set(number, [...(entriesOf.get(number) ?? []), entry])
  }
  return {
    request: {
      entity: values.entity,
      entity_context_name: values.entity_context_name,
      blocked_phone_number_list: [...entriesOf.keys()].map(phone_number => ({ phone_number })),
    },
    entriesOf: [...entriesOf.values()],
  }
}

export type BlockNumbersSent = {
  request: BlocklistRequest & { entity_context_name: EntityContext }
  /** For each number of the request, in its order, the entries that it was typed into. */
  entriesOf: number[][]
}

/** Where errors of the list of numbers as a whole are set. */
export const LIST_ERRORS = 'root.blocked_phone_number_list'

/** Where in the form an error of the service belongs: its indexes count what was sent. */
export function placesOf(
  path: ServerErrorPath,
  entriesOf: number[][],
): ErrorPlace<BlockNumbersValues>[] {
  const [field, part] = path
  if (field === 'entity_context_name') return ['entity_context_name']
  if (field === 'entity' && part === 'name') return ['entity.name']
  if (field === 'entity' && (part === 'reference' || part === undefined)) {
    return ['entity.reference']
  }
  if (field === 'blocked_phone_number_list' && part === undefined) return [LIST_ERRORS]
  if (field === 'blocked_phone_number_list' && typeof part === 'number') {
    return (entriesOf[part] ?? []).map(
      entry => `blocked_phone_number_list.${entry}.phone_number` as const,
    )
  }
  return []
}

function isEmpty(text: string): boolean {
  return text.trim() === ''
}
