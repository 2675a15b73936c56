import type { FastifyInstance } from 'fastify'
import { detailError, type HttpError } from '../http/http-error.ts'

/**
 * Parses JSON bodies as the service does (docs/wire-format.md, "Errors"): an empty one, or none, counts as
 * `{}`, and malformed JSON is a 400 in the Detail shape.
 *
 * @param check returns why a body must not be parsed; null if it may be
 */
export function parseJsonBodies(
  app: FastifyInstance,
  check: (body: Uint8Array) => HttpError | null = () => null,
): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.from(body)
    const problem = check(bytes)
    if (problem !== null) return done(problem)
    const text = bytes.toString()
    if (text.trim() === '') return done(null, {})
    parse(request, text, (error, value) => {
      if (error === null) return done(null, value)
      done(detailError(400, `JSON parse error - ${reasonOf(text)}`))
    })
  })
  app.addHook('preValidation', async request => {
    if (request.method !== 'GET' && request.method !== 'HEAD') request.body ??= {}
  })
}

function reasonOf(text: string): string {
  try {
    JSON.parse(text)
    return 'a name such as "__proto__" is not allowed'
  } catch (error) {
    return error instanceof Error ? error.message : 'not JSON'
  }
}
