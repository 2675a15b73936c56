import { DetailBody, ErrorBody } from '../../contract/errors.ts'

/** The response schemas of errors, which may be those of a foreign service. */
export const PROBLEMS = { '4xx': ErrorBody, '5xx': DetailBody }

/** The description of a 400 in the OpenAPI document. */
export const INVALID = 'Fields or parameters that are missing or invalid, by name.'
