import type { FastifyInstance } from 'fastify'

/** A request that was answered; `route` is the pattern of the route, never the requested path. */
export type AnsweredRequest = { method: string; route: string; status: number; seconds: number }

export type ObserveRequest = (answered: AnsweredRequest) => void

/** Methods beyond these could be any word that a client makes up. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Reports each answered request, for metrics. */
export function observeRequests(app: FastifyInstance, observe: ObserveRequest | undefined): void {
  if (observe === undefined) return
  app.addHook('onResponse', async ({ method, is404, routeOptions }, reply) => {
    observe({
      method: METHODS.includes(method) ? method : 'other',
      route: is404 ? '(unknown)' : (routeOptions.url ?? '(unknown)'),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
  })
}
