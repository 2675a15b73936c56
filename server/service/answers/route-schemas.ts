import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** Describes what all endpoints that are registered in `app` after this have in common. */
export function describeEach(
  app: FastifyInstance,
  common: { tags?: string[]; security?: object[] },
): void {
  app.addHook('onRoute', ({ schema }) => {
    if (schema?.operationId !== undefined) Object.assign(schema, common)
  })
}

/** A number in a path. What is no number names nothing, which is a 404 and not a 400. */
export function numberPath() {
  return z
    .string()
    .transform(text => (/^\d{1,15}$/.test(text) ? Number(text) : 0))
    .meta({ type: 'integer', minimum: 1 })
}
