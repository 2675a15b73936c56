import { STANDARD_FIELDS } from '../field-map.ts'
import { AROUND, around, type Shape, shape, standardPayload } from './shape.ts'

const { payload } = STANDARD_FIELDS

/** Items that tempt the rules into a wrong meaning, and the items of our own service. */
export const EDGE_SHAPES: Shape[] = [
  shape(
    'our own service',
    event => ({
      id: event.n,
      event: 'call_termination',
      callback_url: event.url,
      attempts: [
        {
          at: event.created.toISOString(),
          status: event.status,
          error: event.error,
          duration_ms: 31,
        },
        {
          at: event.failed.toISOString(),
          status: event.status,
          error: event.error,
          duration_ms: 9,
        },
      ],
      failed_at: event.failed.toISOString(),
      request_json: standardPayload(event),
    }),
    {
      item: {
        id: 'id',
        event: 'event',
        receiver: 'callback_url',
        attempts: 'attempts',
        failed_at: 'failed_at',
      },
      attempt: { at: 'at', status: 'status', error: 'error', duration_ms: 'duration_ms' },
      payload,
    },
    { 'item.status': ['attempts[-1].status'], 'item.error': ['attempts[-1].error'] },
  ),
  shape(
    'sizes and limits next to the fields that count',
    event => ({
      id: event.n,
      url: event.url,
      docs_url: 'https://docs.example/errors/500',
      request_bytes: 500 + event.n,
      response_bytes: 404,
      response_ms: 503,
      response_code: event.status,
      max_attempts: 5,
      attempt: event.attempts,
      timeout_ms: 10_000,
      first_attempt_at: event.created.toISOString(),
      last_attempt_at: event.failed.toISOString(),
      expires_at: '2026-12-24T00:00:00Z',
      request_json: standardPayload(event),
    }),
    {
      item: {
        id: 'id',
        receiver: 'url',
        status: 'response_code',
        attempt_count: 'attempt',
        failed_at: 'last_attempt_at',
      },
      payload,
    },
  ),
  shape(
    'nothing that can be known',
    event => ({
      a: event.uuid,
      b: event.url,
      c: event.status,
      d: event.n % 5,
      request_json: standardPayload(event),
    }),
    { payload },
  ),
  shape(
    'the payload alone, with other names',
    event => ({
      callId: event.uuid,
      from: `+${event.caller}`,
      to: `+${event.tracking}`,
      startedAt: event.started.toISOString(),
      endedAt: event.ended.toISOString(),
      durationSeconds: event.seconds,
      customerName: event.company,
      recordingUrl: event.recording,
    }),
    {
      payload: {
        call_id: 'callId',
        caller_number: 'from',
        tracking_number: 'to',
        call_start_stamp: 'startedAt',
        call_end_stamp: 'endedAt',
        call_duration: 'durationSeconds',
        recording_url: 'recordingUrl',
      },
    },
    { 'payload.company': ['customerName'] },
  ),
  shape(
    'withheld callers',
    event =>
      around(event, {
        call_id: event.uuid,
        ani: event.n % 2 ? 'anonymous' : event.caller,
        dnis: event.tracking,
        call_start: event.started.toISOString(),
        hangup_time: event.ended.toISOString(),
        organization: { name: event.company },
      }),
    {
      item: AROUND,
      payload: {
        call_id: 'call_id',
        caller_number: 'ani',
        tracking_number: 'dnis',
        call_start_stamp: 'call_start',
        call_end_stamp: 'hangup_time',
        company: 'organization',
      },
    },
    { 'payload.company': ['organization.name'] },
  ),
]
