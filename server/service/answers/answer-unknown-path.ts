import type { FastifyReply, FastifyRequest } from 'fastify'
import { detailError } from '../../http/http-error.ts'

/**
 * A hook: a known path without its trailing slash is redirected to, whatever the method
 * (drf-wire.md, "Trailing slash"); any other unknown path is a 404. Before the body is looked at.
 */
export async function answerUnknownPath(request: FastifyRequest, reply: FastifyReply) {
  if (!request.is404) return
  const [path = '', ...query] = request.url.split('?')
  if (request.server.hasRoute({ method: 'OPTIONS', url: `${path}/` })) {
    return reply
      .code(301)
      .header('Location', [`${path}/`, ...query].join('?'))
      .send()
  }
  throw detailError(404, 'Not found.')
}
