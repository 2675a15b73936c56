import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import {
  AcceptedReport,
  type CallBatchResult,
  CallBatchResults,
  CompletedAnalysis,
  EndedCall,
  MAX_CALLS_PER_REQUEST,
  ReportedAgent,
} from '../../../contract/telephony.ts'
import { answers, described } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import { drfMessage, validationBody } from '../../http/validation-body.ts'
import { addDeliveries, type NewDelivery } from '../../webhooks/store/add-deliveries.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'
import { companyOf, dataEvent, digestOfAnalysis } from './payloads.ts'
import { GatheredReports, type ReportOutcome, reportCalls } from './report-calls.ts'
import {
  findReportedCalls,
  markAnalysed,
  type ReportedNumber,
  reportConflict,
} from './report-repository.ts'

const CALLS = '/telephony/v1/calls/'
const BATCH = '/telephony/v1/calls/batch/'
const ANALYSES = '/telephony/v1/analyses/'

/** Each call is checked separately, so that an invalid one does not block the others. */
const CallBatch = z.strictObject({
  calls: z
    .array(z.unknown().meta({ $ref: '#/components/schemas/EndedCall' }))
    .min(1)
    .max(MAX_CALLS_PER_REQUEST),
})

const ACCEPTED = {
  200: described(
    AcceptedReport,
    'The same report arrived before; these are the events that it created then.',
  ),
  201: described(AcceptedReport, 'The report and its events are stored on disk.'),
}

const CONFLICT = {
  409: 'This call id was reported before with other content. The first report counts; this one was not accepted.',
}

const REPEATABLE =
  'May be repeated until the answer is 201 or 200: the same content creates its events once. Unknown fields are ignored, and named in the answer.'

/**
 * The telephone switch's reports, from which the service creates events (docs/interface.md, "Events").
 */
export const reportRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (app, context) => {
  const reports = new GatheredReports(calls => reportCalls(context, calls))

  app.post(CALLS, {
    schema: {
      operationId: 'reportCall',
      summary: 'Report that a call ended',
      description: REPEATABLE,
      body: EndedCall,
      response: ACCEPTED,
      errors: CONFLICT,
    },
    handler: async (request, reply) => {
      const outcome = await reports.take(request.body)
      if ('error' in outcome) throw outcome.error
      return reply
        .code(outcome.status)
        .send(withIgnored(outcome.report, ignoredFieldsOfCall(request.body)))
    },
  })

  app.post(BATCH, {
    schema: {
      operationId: 'reportCalls',
      summary: 'Report that many calls ended',
      description: `Up to ${MAX_CALLS_PER_REQUEST} calls, each in the format of POST /telephony/v1/calls/. Each is accepted or rejected separately: results has one entry for each call, in the same order. The request may be repeated until it is answered with 200; accepted calls create their events once.`,
      body: CallBatch,
      response: answers(
        CallBatchResults,
        'What came of each call. Those with status 200 or 201 are on disk, and so are their events.',
      ),
    },
    handler: async request => {
      const parsed = request.body.calls.map(call =>
        z.safeParse(EndedCall, call, { error: drfMessage, reportInput: true }),
      )
      const came = Date.now()
      const valid = parsed.flatMap(({ data: call }) => (call === undefined ? [] : [{ call, came }]))
      const outcomes = await reportCalls(context, valid)
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

  app.post(ANALYSES, {
    schema: {
      operationId: 'reportAnalysis',
      summary: "Report that a call's AI analysis is complete",
      description: `${REPEATABLE} It creates an event if the tracking number has ai_enabled when the report comes. Otherwise it never creates one, even if ai_enabled is switched on and the report is sent again.`,
      body: CompletedAnalysis,
      response: ACCEPTED,
      errors: { ...CONFLICT, 404: 'The call was never reported as ended.' },
    },
    handler: async (request, reply) => {
      const { first, report } = await reportAnalysis(context, request.body)
      const ignored = unknownFields(request.body, CompletedAnalysis)
      return reply.code(first ? 201 : 200).send(withIgnored(report, ignored))
    },
  })
}

/** What of a call's report Redial does not know. */
export function ignoredFieldsOfCall(call: EndedCall): string[] {
  return [
    ...unknownFields(call, EndedCall),
    ...unknownFields(call.contact ?? {}, ReportedAgent).map(name => `contact.${name}`),
  ]
}

function unknownFields(fields: object, { shape }: { shape: object }): string[] {
  return Object.keys(fields).filter(name => !Object.hasOwn(shape, name))
}

export function withIgnored(report: AcceptedReport, ignored_fields: string[]): AcceptedReport {
  return ignored_fields.length === 0 ? report : { ...report, ignored_fields }
}

/**
 * Accepts the report that a call's AI analysis is complete, and stores its events and their
 * first attempts, once, however often it is reported.
 *
 * @returns `first` is false if it had arrived before
 * @throws HttpError 404 for a call that was never reported, 409 for one whose analysis was reported
 * with other content
 */
async function reportAnalysis(
  context: TelephonyContext,
  analysis: CompletedAnalysis,
): Promise<{ first: boolean; report: AcceptedReport }> {
  const { db, clock, telephony } = context
  const { call_id } = analysis
  const began = Date.now()
  const analysis_digest = digestOfAnalysis(analysis)
  const added = await db.transaction().execute(async trx => {
    const number = await markAnalysed(trx, call_id, { analysed_at: clock(), analysis_digest })
    if (number === undefined) return undefined
    const events = eventsOfAnalysis(analysis, number)
    return addDeliveries(trx, telephony.queue, events, clock())
  })
  if (added?.length) telephony.wake({ call_id, deliveries: added }, began)
  if (added !== undefined) return { first: true, report: { call_id, deliveries: added } }

  const [before] = await findReportedCalls(db, [call_id], ['data_event'])
  if (before === undefined) {
    throw detailError(404, `Call ${call_id} was never reported. Report its end first.`)
  }
  const isSame = before.analysis_digest?.equals(analysis_digest) ?? true
  if (!isSame) {
    const what = `The analysis of call ${call_id}`
    const company = { name: '', reference: '' }
    const payloads = { data_event: dataEvent(analysis, before.phone_number, company) }
    throw await reportConflict(db, { what, callId: call_id, payloads })
  }
  return { first: false, report: { call_id, deliveries: before.deliveries } }
}

function eventsOfAnalysis(analysis: CompletedAnalysis, number: ReportedNumber): NewDelivery[] {
  const { ai_enabled, call_term_callbacks, phone_number } = number
  if (!ai_enabled || call_term_callbacks === null) return []
  return [
    {
      call_id: analysis.call_id,
      tracking_number_id: number.id,
      event: 'data_event',
      callback_url: call_term_callbacks,
      payload: JSON.stringify(dataEvent(analysis, phone_number, companyOf(number))),
    },
  ]
}

function resultOf(outcome: ReportOutcome, ignored: string[]): CallBatchResult {
  if ('report' in outcome) {
    return { status: outcome.status, report: withIgnored(outcome.report, ignored), error: null }
  }
  const { status, body } = outcome.error
  return { status: status === 409 ? 409 : 400, report: null, error: body }
}
