import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { detailError } from '../../http/http-error.ts'

/**
 * Accepts only JSON bodies. An empty one counts as `{}` (docs/wire-format.md, "Errors").
 *
 * @param readOnMs how long the sending of a body that is too large may take
 */
export function parseJsonBodies(app: FastifyInstance, readOnMs = READ_ON_MS): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => (body.length === 0 ? {} : parse(body)),
  )
  app.addHook('preValidation', async request => {
    if (request.body === undefined) request.body = {}
  })
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 413) await readOn(request.raw, readOnMs)
  })
}

/** Refuses other encodings. Read as UTF-8, a name would be passed on with wrong letters. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(UTF_8.decode(body))
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON'
    throw detailError(400, `JSON parse error - ${reason}`)
  }
}

const READ_ON_MS = 3_000

/**
 * Reads the rest of a body that is too large: its connection is closed after the answer, and a client
 * that is disconnected while it sends may lose the answer.
 */
async function readOn(body: IncomingMessage, forMs: number): Promise<void> {
  body.resume()
  await finished(body, { signal: AbortSignal.timeout(forMs) }).catch(() => {})
}
