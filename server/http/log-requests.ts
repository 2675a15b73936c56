import type { FastifyInstance } from 'fastify'

/** Logs each request when it's answered, without its query, its headers and its bodies: no token, no phone number. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}
