import type { FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import { DatabaseAway, databaseFault } from '../database/database-fault.ts'
import { HttpError } from './http-error.ts'
import { loggedError } from './logged-error.ts'

const FastifyClientError = z.object({
  /** Requests that are passed on have none. */
  code: z.string().optional(),
  message: z.string(),
  statusCode: z.int().min(400).max(499),
})

const PrematureClose = z.object({ code: z.literal('ERR_STREAM_PREMATURE_CLOSE') })

const RETRY_AFTER_S = '5'

const NO_DATABASE = 'The database does not answer at the moment. Try again in a few seconds.'

/** Only PostgreSQL's own errors count: other codes may come from any socket. */
function isDatabaseBusy(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  return error instanceof pg.DatabaseError && databaseFault(error) === 'transient'
}

/** Turns any error into an answer. Only the log has the details of an unexpected one. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof HttpError) {
    return reply.code(error.status).headers(error.headers).send(error.body)
  }
  const refused = FastifyClientError.safeParse(error).data
  if (refused) {
    return reply.code(refused.statusCode).send({ detail: detailOf(refused, request) })
  }
  if (isDatabaseBusy(error)) {
    request.log.warn(
      { error: loggedError(error) },
      'A request failed because the database is unavailable',
    )
    return reply.code(503).header('retry-after', RETRY_AFTER_S).send({ detail: NO_DATABASE })
  }
  // The caller hung up before the first part of an answer that is sent in parts.
  if (reply.raw.destroyed && PrematureClose.safeParse(error).success) {
    request.log.info('The caller hung up before the answer')
    return reply.hijack()
  }
  request.log.error({ error: loggedError(error) }, 'A request failed unexpectedly')
  return reply.code(500).send({ detail: 'Internal server error.' })
}

function detailOf(error: z.infer<typeof FastifyClientError>, request: FastifyRequest): string {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return `Unsupported media type "${request.headers['content-type'] ?? ''}" in request.`
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return 'The request is too large. Send it in several parts.'
  }
  return error.code === undefined ? 'The address of the request is not valid.' : error.message
}
