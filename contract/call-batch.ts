import * as z from 'zod/mini'
import { ErrorBody } from './errors.ts'
import { AcceptedReport } from './telephony.ts'

/** How many calls one request may report. */
export const MAX_CALLS_PER_REQUEST = 500

/** What came of one report of a batch. */
export const CallBatchResult = z.object({
  status: z
    .literal([200, 201, 400, 409])
    .check(z.describe('What POST /telephony/v1/calls/ would have answered: 200, 201, 400 or 409.')),
  report: z.nullable(AcceptedReport).check(z.describe('null of one that was refused.')),
  error: z.nullable(ErrorBody).check(z.describe('Why it was refused; null of one that was taken.')),
})
export type CallBatchResult = z.infer<typeof CallBatchResult>

/** The answer: one result for each call, in their order. */
export const CallBatchResults = z.object({ results: z.array(CallBatchResult) })
