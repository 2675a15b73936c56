import type { FastifyInstance } from 'fastify'
import { REQUEST_ID_HEADER } from '../../contract/errors.ts'

/** A request that was answered; `route` is the pattern of the route, never the requested path. */
export type AnsweredRequest = { method: string; route: string; status: number; seconds: number }

export type ObserveRequest = (answered: AnsweredRequest) => void

/** Methods beyond these could be any word that a client makes up. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * One log line per answer, with the route's pattern instead of the requested path, which could contain
 * anything.
 *
 * @param observe also called for each
 */
export function observeRequests(app: FastifyInstance, observe?: ObserveRequest): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, is404, routeOptions } = request
    const { statusCode: status, elapsedTime } = reply
    const path = is404 ? '(unknown)' : (routeOptions.url ?? '(unknown)')
    request.log.info({ method, path, status, ms: Math.round(elapsedTime) })
    observe?.({
      method: METHODS.includes(method) ? method : 'other',
      route: path,
      status,
      seconds: elapsedTime / 1_000,
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
