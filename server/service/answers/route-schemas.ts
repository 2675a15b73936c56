import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DetailBody, ValidationBody } from '../../../contract/errors.ts'
import { described } from '../../http/described.ts'

/** The errors that any endpoint may answer (docs/interface.md, "Status codes"). */
export const COMMON_ERRORS = {
  401: described(
    DetailBody,
    'The Authorization header is missing or malformed, or the token is invalid.',
  ),
  406: described(DetailBody, 'The Accept header leaves out JSON.'),
  429: described(
    DetailBody,
    'Too many requests with this token. Retry-After says how long to wait.',
  ),
  500: described(DetailBody, 'Unexpected server error.'),
}

const Responses = z.record(z.string(), z.unknown()).optional()

/** Describes what all endpoints that are registered in `app` after this have in common. */
export function describeEach(
  app: FastifyInstance,
  { errors, ...common }: { errors?: object; tags?: string[]; security?: object[] },
): void {
  app.addHook('onRoute', route => {
    if (route.schema?.operationId === undefined) return
    const response = { ...Responses.parse(route.schema.response), ...errors }
    Object.assign(route.schema, common, { response })
  })
}

export const INVALID_PAGE = {
  404: described(DetailBody, 'The page number is invalid or beyond the last page.'),
}

/** The additional answers of an endpoint that reads a JSON body. */
export const BODY_ERRORS = {
  400: z
    .union([ValidationBody, DetailBody])
    .describe('Missing or invalid fields, by name; or a body that is not JSON (Detail).'),
  413: described(DetailBody, 'The body is too large.'),
  415: described(DetailBody, 'The body is not application/json.'),
}

/** A number in a path. What is no number names nothing, which is a 404 and not a 400. */
export function numberPath() {
  return z
    .string()
    .transform(text => (/^\d{1,15}$/.test(text) ? Number(text) : 0))
    .meta({ type: 'integer', minimum: 1 })
}
