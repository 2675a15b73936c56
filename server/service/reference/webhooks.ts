import { z } from 'zod'
import {
  CallTerminationPayload,
  DataEventPayload,
  MissedCallPayload,
} from '../../../contract/webhook-payload.ts'

/** docs/interface.md, "Events", for the OpenAPI document. */
export const WEBHOOKS = {
  call_termination: webhook(
    'callTermination',
    'A tracked call has ended',
    'Sent to the call_term_callbacks of the tracking number.',
    CallTerminationPayload,
  ),
  missed_call_saver: webhook(
    'missedCallSaver',
    'A tracked call was missed',
    'Sent to the mcs_call_term_callbacks of the tracking number while Missed Call Saver is active.',
    MissedCallPayload,
  ),
  data_event: webhook(
    'dataEvent',
    'The AI analysis of a call is complete',
    'Sent to the call_term_callbacks of a tracking number that has ai_enabled when the analysis is reported. If it has not, the event is never made.',
    DataEventPayload,
  ),
}

function webhook(id: string, summary: string, description: string, payload: z.core.$ZodType) {
  const { $schema, ...schema } = z.toJSONSchema(payload)
  return {
    post: {
      operationId: id,
      tags: ['Webhooks'],
      summary,
      description,
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        200: {
          description:
            'Received. Anything else, or nothing within 10 seconds, is a failure. Retries follow 1, 5 and 30 minutes after the failure before, unless the operator has set another RETRY_SCHEDULE. They are never early, and spread over up to 5 seconds, so that retries after an outage do not come at one moment. After the last one the event is listed as failed.',
        },
      },
    },
  }
}
