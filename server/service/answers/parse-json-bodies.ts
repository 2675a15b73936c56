import type { FastifyInstance, FastifyRequest } from 'fastify'
import { detailError } from '../../http/http-error.ts'

/** Takes JSON bodies and no others. An empty one counts as `{}` (drf-wire.md, "Errors"). */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => (text === '' ? {} : parse(text)),
  )
  app.addHook('preValidation', async request => {
    if (request.body === undefined) request.body = {}
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON'
    throw detailError(400, `JSON parse error - ${reason}`)
  }
}
