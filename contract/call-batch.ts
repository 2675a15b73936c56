import * as z from 'zod/mini'
import { ErrorBody } from './errors.ts'
import { AcceptedReport } from './telephony.ts'

/** The maximum number of calls in one request. */
export const MAX_CALLS_PER_REQUEST = 500

/** The result of one report of a batch. */
export const CallBatchResult = z.object({
  status: z
    .literal([200, 201, 400, 409])
    .check(
      z.describe('The status that POST /telephony/v1/calls/ would have had: 200, 201, 400 or 409.'),
    ),
  report: z.nullable(AcceptedReport).check(z.describe('null if the report was refused.')),
  error: z
    .nullable(ErrorBody)
    .check(z.describe('Why the report was refused; null if it was accepted.')),
})
export type CallBatchResult = z.infer<typeof CallBatchResult>

/** The answer: one result for each call, in the same order. */
export const CallBatchResults = z.object({ results: z.array(CallBatchResult) })
