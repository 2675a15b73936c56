import type { FieldPath, FieldValues, UseFormReturn, UseFormSetError } from 'react-hook-form'
import { type FieldErrors, NON_FIELD_ERRORS, type ValidationBody } from '../../contract/errors.ts'
import { ApiError } from '../api/api-error.ts'
import { errorText } from '../api/error-messages.ts'

export type ServerErrorPath = (string | number)[]

/** One message of a Validation body, and the path in the request that it refers to. */
export type ServerError = { path: ServerErrorPath; message: string }

/** Returns a field, or a separate key for the errors of a whole list, which has no field. */
export type PlaceOf<Values extends FieldValues> = (
  path: ServerErrorPath,
) => FieldPath<Values> | `root.${string}` | undefined

const NO_TEXT = 'The service didn’t accept this.'

/**
 * Every message of a Validation body, in all shapes that such servers send: by field, by nested
 * field, by position or index in a list, for a whole list, and for the whole request (an empty
 * path). None is dropped.
 */
export function listServerErrors(
  errors: ValidationBody | FieldErrors,
  path: ServerErrorPath = [],
): ServerError[] {
  if (typeof errors === 'string') return [{ path, message: errors.trim() || NO_TEXT }]
  if (Array.isArray(errors)) {
    // A bare string is about the list itself; anything else is about the entry at its position.
    return errors.flatMap((entry, position) =>
      listServerErrors(entry, typeof entry === 'string' ? path : [...path, position]),
    )
  }
  return Object.entries(errors).flatMap(([key, nested]) => {
    // Errors by index are an object whose keys are the indexes as strings.
    const step = /^(0|[1-9]\d*)$/.test(key) ? Number(key) : key
    return listServerErrors(nested, key === NON_FIELD_ERRORS ? path : [...path, step])
  })
}

/**
 * Sets each error on the field that `placeOf` returns for its path.
 *
 * @returns the errors without a field, with their paths, for the place above the form
 */
export function placeServerErrors<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  errors: ServerError[],
  placeOf: PlaceOf<Values>,
): string[] {
  const byPlace = Map.groupBy(errors, ({ path }) => placeOf(path))
  for (const [place, same] of byPlace) {
    const message = same.map(({ message }) => message).join(' ')
    if (place !== undefined) setError(place, { type: 'server', message })
  }
  return byPlace.get(undefined)?.map(withPath) ?? []
}

/** Shows `message` above the form, one message per line. */
export function setFormError<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  message: string,
): void {
  setError('root.server', { type: 'server', message })
}

/** Shows why a request failed: an error about a field at this field, and everything else above the form. */
export function showServerErrors<Values extends FieldValues>(
  { setError, getValues }: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  error: unknown,
): void {
  const fields = Object.keys(getValues()) as FieldPath<Values>[]
  const validation = error instanceof ApiError ? error.validation : null
  const above =
    validation === null
      ? [errorText(error)]
      : placeServerErrors<Values>(setError, listServerErrors(validation), ([first]) =>
          fields.find(field => field === first),
        )
  if (above.length > 0) setFormError(setError, above.join('\n'))
}

/** "entry 3, phone_number: No such number." */
export function withPath({ path, message }: ServerError): string {
  const name = path.map(step => (typeof step === 'number' ? `entry ${step + 1}` : step)).join(', ')
  return name === '' ? message : `${name}: ${message}`
}
