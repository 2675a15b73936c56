import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { DetailBody } from '../../../contract/errors.ts'
import { AcceptedReport, CompletedAnalysis, EndedCall } from '../../../contract/telephony.ts'
import { refuseOtherMethods } from '../answers/allowed-methods.ts'
import { described } from '../answers/described.ts'
import { BODY_ERRORS } from '../answers/error-responses.ts'
import { reportAnalysis, reportCall } from './reports.ts'
import type { TelephonyContext } from './telephony-context.ts'
import { TELEPHONY, TELEPHONY_ERRORS } from './telephony-schema.ts'

const CALLS = '/telephony/v1/calls/'
const ANALYSES = '/telephony/v1/analyses/'

const ACCEPTED = {
  200: described(AcceptedReport, 'It was reported before; these are the events that it made then.'),
  201: described(AcceptedReport, 'It is on disk, and so are its events.'),
  ...BODY_ERRORS,
}

/** What the telephone switch reports, and the service makes events of (interface.md, "Events"). */
export const reportRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (app, context) => {
  app.post(CALLS, {
    schema: {
      ...TELEPHONY,
      summary: 'Report that a call ended',
      description: 'May be repeated: a call id makes its events once.',
      body: EndedCall,
      response: { ...ACCEPTED, ...TELEPHONY_ERRORS },
    },
    handler: async (request, reply) => {
      const { first, report } = await reportCall(context, request.body)
      return reply.code(first ? 201 : 200).send(report)
    },
  })
  refuseOtherMethods(app, { url: CALLS, name: 'Ended calls' })

  app.post(ANALYSES, {
    schema: {
      ...TELEPHONY,
      summary: "Report that a call's AI analysis is complete",
      description: 'May be repeated: a call id makes its event once.',
      body: CompletedAnalysis,
      response: {
        ...ACCEPTED,
        404: described(DetailBody, 'The call was never reported as ended.'),
        ...TELEPHONY_ERRORS,
      },
    },
    handler: async (request, reply) => {
      const { first, report } = await reportAnalysis(context, request.body)
      return reply.code(first ? 201 : 200).send(report)
    },
  })
  refuseOtherMethods(app, { url: ANALYSES, name: 'Completed analyses' })
}
