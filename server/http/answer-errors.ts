import type { FastifyError, FastifyInstance } from 'fastify'
import { HttpError } from './http-error.ts'

/** Gives every error of `app` one of the interface's bodies; a fault of ours says nothing of itself. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    if (error instanceof HttpError) {
      return reply.code(error.status).headers(error.headers).send(error.body)
    }
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send({ detail: error.message })
    request.log.error(error)
    return reply.code(500).send({ detail: 'Internal server error.' })
  })
}
