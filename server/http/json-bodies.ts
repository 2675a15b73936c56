import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { detailError, type HttpError } from './http-error.ts'

/**
 * Accepts only JSON bodies (docs/wire-format.md, "Errors"): an empty one, or none, counts as `{}`, and
 * malformed JSON is a 400 in the Detail shape. A body in another encoding than UTF-8 is
 * refused, because its letters would be read wrongly.
 *
 * @param check returns why a body must not be parsed; null if it may be
 * @param odd whether names such as `__proto__` are refused. The service keeps what a switch sends.
 */
export function parseJsonBodies(
  app: FastifyInstance,
  check: (body: Uint8Array) => HttpError | null = () => null,
  odd: 'error' | 'ignore' = 'error',
): void {
  const parse = app.getDefaultJsonParser(odd, odd)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.from(body)
    const problem = check(bytes)
    if (problem !== null) return done(problem)
    const refuse = () => done(detailError(400, `JSON parse error - ${whyMalformed(bytes)}`))
    if (!isUtf8(bytes)) return refuse()
    const text = bytes.toString()
    if (text.trim() === '') return done(null, {})
    parse(request, text, (error, value) => {
      if (error === null) return done(null, value)
      refuse()
    })
  })
  app.addHook('preValidation', async request => {
    if (request.body === undefined) request.body = {}
  })
}

function whyMalformed(body: Uint8Array): string {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return 'a name such as "__proto__" is not allowed'
  } catch (error) {
    return error instanceof Error ? error.message : 'not JSON'
  }
}
