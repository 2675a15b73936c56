import { z } from 'zod'
import {
  CallTerminationPayload,
  DataEventPayload,
  MissedCallPayload,
} from '../../../contract/webhook-payload.ts'
/* What the OpenAPI document says of the whole API. */

export const API_TITLE = 'Redial'

/** Markdown. */
export const API_DESCRIPTION = [
  'The call-tracking service (`/v1/`, `/v2/`), the telephony port and its administration (`/telephony/v1/`), and the gateway (`/gateway/`).',
  [
    '- **Errors** are JSON: `{"detail": …}`, `{"error": …}` or, for a 400, messages by field. Only the status code is stable.',
    '- **Addresses end with a slash**, except those of the gateway. Without it the answer is a 301 without a body, whose `Location` is a path. Do not follow it with a POST.',
    '- **Order of checks:** 301 (no slash), 406 (`Accept` leaves out JSON), 401, 403, 429, 405. So a 301 and a 406 come before a 401, whatever the token.',
    '- **Any request** may also be answered 408 or 431 (too slow or too long), 413, 415, 421 (a host name that Redial does not know), 429 or 503 with `Retry-After`. In front of somebody else’s service the gateway adds 502 and 504.',
    '- **A method that an endpoint does not have** is a 405. `HEAD` and `OPTIONS` always work.',
    '- **For browsers only**, and not described here: signing in and out (`/gateway/session`), a name (`/gateway/session/name`), what the dashboard exports (`/gateway/activity/exports`), and the links in messages (`/gateway/notice-links`). A script sends its token with each request, and needs none of them.',
    '- **Not part of this service:** dynamic number allocation, Connect and Call Manager. Their paths are a 404, so their permissions (CanLeadConnect, call2lead) have no effect.',
  ].join('\n'),
].join('\n\n')

/** The reference shows them in this order. */
export const API_TAGS = [
  { name: 'Blocklist', description: 'Phone numbers whose calls are rejected, by entity.' },
  {
    name: 'Failed events',
    description: 'Webhook deliveries whose last retry failed: no answer, or any status but 200.',
  },
  { name: 'Directory', description: 'What a partner has: companies, contacts, sources, prefixes.' },
  {
    name: 'Telephony',
    description: 'What the telephone switch configures, asks and reports, with its key.',
  },
  {
    name: 'Administration',
    description:
      'What an operator administers, with the key of the telephone switch: partners and what belongs to them.',
  },
  { name: 'Replays', description: 'Sending failed events again.' },
  {
    name: 'Event states',
    description: 'What became of failed events: delivered by a replay, or handled elsewhere.',
  },
  { name: 'Receivers', description: 'Where replays go, and whether they arrive.' },
  {
    name: 'Block notes',
    description: 'Why and by whom numbers were blocked with Redial, and until when.',
  },
  { name: 'Protected numbers', description: 'Numbers that nobody should block by mistake.' },
  {
    name: 'Follow-ups',
    description: 'Who deals with the failures of a receiver or a company.',
  },
  { name: 'Notices', description: 'What Redial reports without being asked, and how.' },
  { name: 'Fields', description: 'How a foreign service names the fields of its failed events.' },
  { name: 'Saved views', description: 'Days and filters of the lists that people keep by name.' },
  { name: 'Activity', description: 'Who changed what, when, and with which outcome.' },
  { name: 'Sessions', description: 'Browser sessions of a token.' },
  { name: 'Webhooks', description: 'What Redial sends to receivers.' },
]

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
