import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { validationError } from '../http-error.ts'
import { drfMessage } from './drf-message.ts'
import { validationBody } from './validation-body.ts'

/** Parses input with the route's zod schema. Input that doesn't pass is a 400 Validation. */
export const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema }) =>
  data => {
    const result = z.safeParse(schema, data, { error: drfMessage, reportInput: true })
    return result.success
      ? { value: result.data }
      : { error: validationError(validationBody(result.error)) }
  }
