import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import {
  type CallBatchResult,
  CallBatchResults,
  EndedCall,
  MAX_CALLS_PER_REQUEST,
} from '../../../contract/telephony.ts'
import { described } from '../../http/described.ts'
import { drfMessage, validationBody } from '../../http/validation-body.ts'
import { refuseOtherMethods } from '../answers/allowed-methods.ts'
import { BODY_ERRORS } from '../answers/route-schemas.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'
import { type ReportOutcome, reportCalls } from './report-calls.ts'
import { ignoredFieldsOfCall, withIgnored } from './report-routes.ts'

const BATCH = '/telephony/v1/calls/batch/'

/** Each call is checked separately, so that an invalid one does not block the others. */
const CallBatch = z.strictObject({
  calls: z
    .array(z.unknown().meta({ $ref: '#/components/schemas/EndedCall' }))
    .min(1)
    .max(MAX_CALLS_PER_REQUEST),
})

/** Where the telephone switch reports many calls at once (docs/decisions/0014). */
export const callBatchRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (app, context) => {
  app.post(BATCH, {
    schema: {
      operationId: 'reportCalls',
      summary: 'Report that many calls ended',
      description: `Up to ${MAX_CALLS_PER_REQUEST} calls, each in the format of POST /telephony/v1/calls/. Each is accepted or rejected separately: results has one entry for each call, in the same order. The request may be repeated until it is answered with 200; accepted calls create their events once.`,
      body: CallBatch,
      response: {
        200: described(
          CallBatchResults,
          'What came of each call. Those with status 200 or 201 are on disk, and so are their events.',
        ),
        ...BODY_ERRORS,
      },
    },
    handler: async request => {
      const parsed = request.body.calls.map(call =>
        z.safeParse(EndedCall, call, { error: drfMessage, reportInput: true }),
      )
      const valid = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]))
      const came = Date.now()
      const outcomes = await reportCalls(
        context,
        valid.map(call => ({ call, came })),
      )
      const results = parsed.map(({ data, error }): CallBatchResult => {
        const outcome = data && outcomes.shift()
        if (data === undefined || outcome === undefined) {
          const body = error === undefined ? {} : validationBody(error)
          return { status: 400, report: null, error: body }
        }
        return resultOf(outcome, ignoredFieldsOfCall(data))
      })
      return { results }
    },
  })
  refuseOtherMethods(app, { url: BATCH, name: 'Ended calls' })
}

function resultOf(outcome: ReportOutcome, ignored: string[]): CallBatchResult {
  if ('report' in outcome) {
    return { status: outcome.status, report: withIgnored(outcome.report, ignored), error: null }
  }
  const { status, body } = outcome.error
  return { status: status === 409 ? 409 : 400, report: null, error: body }
}
