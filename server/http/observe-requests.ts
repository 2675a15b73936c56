import type { FastifyInstance } from 'fastify'
import { REQUEST_ID_HEADER } from '../../contract/errors.ts'

/** A request that was answered; `route` is the pattern of the route, never the requested path. */
export type AnsweredRequest = { method: string; route: string; status: number; seconds: number }

export type ObserveRequest = (answered: AnsweredRequest) => void

/** Methods beyond these could be any word that a client makes up. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

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

/**
 * Puts the request's id into each answer that is an error, so that a person can quote it and an
 * operator finds the log lines with it.
 */
export function answerErrorsWithId(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400) reply.header(REQUEST_ID_HEADER, request.id)
  })
}
