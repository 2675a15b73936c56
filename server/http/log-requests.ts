import type { FastifyInstance } from 'fastify'

/** One line for each answer. The route's own path, not what was typed: that could hold anything. */
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
