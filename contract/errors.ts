import * as z from 'zod/mini'

/** Identifies a request in the gateway's log and in its error answers, so that a person can quote it. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** docs/interface.md, "Body shapes": authentication, permission and general errors. */
export const DetailBody = z.object({ detail: z.string() })
export type DetailBody = z.infer<typeof DetailBody>

/** docs/interface.md, "Body shapes": certain endpoints, especially Blocklist. */
export const BlocklistErrorBody = z.object({ error: z.string() })
export type BlocklistErrorBody = z.infer<typeof BlocklistErrorBody>

/**
 * The value of a field in a Validation body: messages or, for nested objects and lists, the same
 * structure by field, by position or by index (docs/wire-format.md, "Validation
 * bodies").
 */
export type FieldErrors = string | FieldErrors[] | { [key: string]: FieldErrors }
export const FieldErrors: z.ZodMiniType<FieldErrors> = z.lazy(() =>
  z.union([z.string(), z.array(FieldErrors), z.record(z.string(), FieldErrors)]),
)

/**
 * docs/interface.md, "Body shapes": 400 for fields that fail validation. Errors of the whole request
 * are under non_field_errors.
 */
export const ValidationBody = z.record(z.string(), FieldErrors)
export type ValidationBody = z.infer<typeof ValidationBody>

export const ErrorBody = z.union([DetailBody, BlocklistErrorBody, ValidationBody])

/** The key in a Validation body for errors that belong to no field. */
export const NON_FIELD_ERRORS = 'non_field_errors'
