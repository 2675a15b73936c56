import { z } from 'zod'
import {
  CallTerminationPayload,
  DataEventPayload,
  MissedCallPayload,
} from '../../../contract/webhook-payload.ts'

/** docs/interface.md, "Events", for the OpenAPI document. */
export const WEBHOOKS = {
  call_termination: webhook(
    'A tracked call has ended',
    'Sent to the call_term_callbacks of the tracking number.',
    CallTerminationPayload,
  ),
  missed_call_saver: webhook(
    'A tracked call was missed',
    'Sent to the mcs_call_term_callbacks of the tracking number while Missed Call Saver is active.',
    MissedCallPayload,
  ),
  data_event: webhook(
    'The AI analysis of a call is complete',
    'Sent to the call_term_callbacks of a tracking number with ai_enabled.',
    DataEventPayload,
  ),
}

function webhook(summary: string, description: string, payload: z.core.$ZodType) {
  const { $schema, ...schema } = z.toJSONSchema(payload)
  return {
    post: {
      tags: ['Webhooks'],
      summary,
      description,
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        200: {
          description:
            'Received. Anything else, or no answer within 10 seconds, is a failure. The event is retried after 1, 5 and 30 minutes and then listed as failed.',
        },
      },
    },
  }
}
