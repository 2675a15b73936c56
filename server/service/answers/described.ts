import { z } from 'zod'

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
