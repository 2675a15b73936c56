import { z } from 'zod'

/** A number in a path. What is no number names nothing, which is a 404 and not a 400. */
export function numberPath() {
  return z
    .string()
    .transform(text => (/^\d{1,15}$/.test(text) ? Number(text) : 0))
    .meta({ type: 'integer', minimum: 1 })
}
