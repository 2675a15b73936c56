import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { REQUEST_ID_HEADER } from '../../contract/request-id.ts'

/** Options of a Fastify app whose requests have ids that no other process gives. */
export const REQUEST_IDS = { genReqId: () => randomUUID() } as const

/**
 * Puts the request's id into each answer that is an error, so that a person can quote it and an
 * operator finds the log lines with it.
 */
export function answerErrorsWithId(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400) reply.header(REQUEST_ID_HEADER, request.id)
  })
}
