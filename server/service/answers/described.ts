import { z } from 'zod'

/**
 * `schema` with a description for the OpenAPI document, as zod's own `describe` makes one. The
 * contract's schemas have none (decision 16), and `check(z.describe(…))` would have every answer
 * that goes out read twice.
 */
export function described<Schema extends z.core.$ZodType>(
  schema: Schema,
  description: string,
): Schema {
  const copy = z.clone(schema)
  z.globalRegistry.add(copy, { description })
  return copy
}
