import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

declare module 'fastify' {
  /** What the OpenAPI document says about a route, without an effect on requests. */
  interface FastifySchema {
    /** The route's errors by status: when each occurs, or the schema of its body. Errors that all routes have are added. */
    errors?: Record<number, string | z.core.$ZodType>
    example?: object
    /** An answer that is a text, with the media types that it can have. */
    text?: { description: string; mediaTypes: string[] }
  }
}

/**
 * `schema` with a description for the OpenAPI document, as zod's own `describe` returns it. The
 * contract's schemas have none (decision 16), and `check(z.describe(…))` would parse every answer
 * twice.
 */
export function described<Schema extends z.core.$ZodType>(
  schema: Schema,
  description: string,
): Schema {
  const copy = z.clone(schema)
  z.globalRegistry.add(copy, { description })
  return copy
}

/** The fields of a schema, each with its description. */
export function describedFields<Fields extends { [Name in keyof Fields]: z.core.$ZodType }>(
  fields: Fields,
  descriptions: Record<keyof Fields, string>,
): Fields {
  const copies = { ...fields }
  for (const name in fields) copies[name] = described(fields[name], descriptions[name])
  return copies
}

/** The response schema of a route that answers 200. Errors need none. */
export function answers<Schema extends z.core.$ZodType>(schema: Schema, description: string) {
  return { 200: described(schema, description) }
}

/** Describes the routes that `app` registers after this with a tag. @param security default: the token's */
export function describeRoutes(app: FastifyInstance, tag: string, security?: object[]): void {
  app.addHook('onRoute', ({ schema }) => {
    if (schema?.operationId !== undefined)
      Object.assign(schema, { tags: [tag], ...(security && { security }) })
  })
}
