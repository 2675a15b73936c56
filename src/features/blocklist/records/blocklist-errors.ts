import { ApiError } from '../../../api/api-error.ts'
import { listServerErrors, type ServerError } from '../../../forms/server-errors.ts'

/** Whether an error is about the entity: it belongs to another partner or is unknown. */
export function isOfEntity(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'forbidden' && error.body === 'blocklist'
}

/** Some services answer 404 for an entity that they don't know. */
export function isUnknownEntity(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'not-found' && error.body === 'blocklist'
}

/** Whether the list of a service failed because it has no blocklist for this token, so that nobody can block numbers. */
export function hasNoBlocklist(error: unknown): boolean {
  return error instanceof ApiError && ['forbidden', 'not-found', 'refused'].includes(error.kind)
}

/** The list of numbers in a request. */
export const LIST = 'blocked_phone_number_list'

/** The service's errors for each number of a request, and its other errors. */
export function splitRefusals(
  failure: unknown,
  sent: string[],
): { refused: Map<string, string>; others: ServerError[] } {
  const validation = failure instanceof ApiError ? failure.validation : null
  const errors = validation === null ? [] : listServerErrors(validation)
  const byNumber = Map.groupBy(errors, ({ path: [field, index] }) =>
    field === LIST && typeof index === 'number' ? sent[index] : undefined,
  )
  const refused = [...byNumber].flatMap(([number, same]): [string, string][] =>
    number === undefined ? [] : [[number, same.map(({ message }) => message).join(' ')]],
  )
  return { refused: new Map(refused), others: byNumber.get(undefined) ?? [] }
}
