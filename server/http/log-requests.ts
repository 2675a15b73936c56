import type { FastifyInstance } from 'fastify'

/**
 * One line per answer, with the route's pattern instead of the requested path, which could contain
 * anything.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      path: request.is404 ? '(unknown)' : request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}
