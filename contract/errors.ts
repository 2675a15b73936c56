import * as z from 'zod/mini'

/** docs/interface.md, "Body shapes": authentication, permission and general errors. */
export const DetailBody = z.object({ detail: z.string() })
export type DetailBody = z.infer<typeof DetailBody>

/** docs/interface.md, "Body shapes": certain endpoints, especially Blocklist. */
export const BlocklistErrorBody = z.object({ error: z.string() })
export type BlocklistErrorBody = z.infer<typeof BlocklistErrorBody>

/**
 * What may stand under a field's name in a Validation body: messages, or, for nested objects and
 * lists, the same again by field, by position or by index (docs/wire-format.md, "Validation
 * bodies").
 */
export type FieldErrors = string | FieldErrors[] | { [key: string]: FieldErrors }
export const FieldErrors: z.ZodMiniType<FieldErrors> = z.lazy(() =>
  z.union([z.string(), z.array(FieldErrors), z.record(z.string(), FieldErrors)]),
)

/**
 * docs/interface.md, "Body shapes": 400 on field validation; of the whole request:
 * non_field_errors.
 */
export const ValidationBody = z.record(z.string(), FieldErrors)
export type ValidationBody = z.infer<typeof ValidationBody>

/** Any of the three. */
export const ErrorBody = z.union([DetailBody, BlocklistErrorBody, ValidationBody])

/** Where a Validation body keeps the errors that belong to no field. */
export const NON_FIELD_ERRORS = 'non_field_errors'
