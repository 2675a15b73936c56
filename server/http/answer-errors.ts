import { hasZodFastifySchemaValidationErrors } from '@fastify/type-provider-zod'
import type { FastifyError, FastifyInstance } from 'fastify'
import { type FieldErrors, NON_FIELD_ERRORS } from '../../contract/errors.ts'
import { HttpError } from './http-error.ts'

/** Gives every error of `app` one of the interface's bodies; a fault of ours says nothing of itself. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    if (error instanceof HttpError) {
      return reply.code(error.status).headers(error.headers).send(error.body)
    }
    if (hasZodFastifySchemaValidationErrors(error)) {
      return reply.code(400).send(
        validationBody(
          error.validation.map(({ instancePath, message }) => ({
            path: instancePath.split('/').slice(1),
            message: message ?? 'Invalid value.',
          })),
        ),
      )
    }
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send({ detail: error.message })
    request.log.error(error)
    return reply.code(500).send({ detail: 'Internal server error.' })
  })
}

type Problem = { path: string[]; message: string }
type Nested = { [key: string]: FieldErrors }

/** interface.md, "Body shapes": Validation; problems inside a field are nested by key or index. */
function validationBody(problems: Problem[]): Nested {
  const body: Nested = {}
  for (const { path, message } of problems) {
    const keys = path.length === 0 ? [NON_FIELD_ERRORS] : path
    let place = body
    for (const key of keys.slice(0, -1)) {
      const inner = place[key]
      const next = typeof inner === 'object' && !Array.isArray(inner) ? inner : {}
      place[key] = next
      place = next
    }
    const last = keys.at(-1) ?? NON_FIELD_ERRORS
    const messages = place[last]
    place[last] = [...(Array.isArray(messages) ? messages : []), message]
  }
  return body
}
