import { STANDARD_FIELDS } from '../field-map.ts'
import { AROUND, around, epoch, plain, type Shape, shape, standardPayload } from './shape.ts'

const { payload } = STANDARD_FIELDS

/** Items in the style of known services, by their documentation. */
export const SERVICE_SHAPES: Shape[] = [
  shape(
    'attempts of a message (Svix)',
    event => ({
      id: `atmpt_${event.uuid}`,
      msgId: `msg_${event.uuid}`,
      endpointId: `ep_${event.n % 4}`,
      url: event.url,
      responseStatusCode: event.status ?? 0,
      response: event.status === null ? '' : '{"ok":false}',
      timestamp: event.failed.toISOString(),
      triggerType: event.n % 2,
      eventType: 'call.ended',
      request_json: standardPayload(event),
    }),
    {
      item: {
        id: 'id',
        receiver: 'url',
        status: 'responseStatusCode',
        failed_at: 'timestamp',
        event: 'eventType',
      },
      payload,
    },
    { 'item.id': ['msgId'] },
  ),
  shape(
    'events and their destination (Hookdeck)',
    event => ({
      id: `evt_${event.uuid}`,
      webhook_id: `web_${event.n % 3}`,
      destination: { id: `des_${event.n % 3}`, name: 'crm', url: event.url },
      status: 'FAILED',
      attempts: event.attempts,
      response_status: event.status,
      error_code: event.error === null ? null : 'CONNECTION_REFUSED',
      last_attempt_at: event.failed.toISOString(),
      next_attempt_at: null,
      created_at: event.created.toISOString(),
      updated_at: event.failed.toISOString(),
      request_json: standardPayload(event),
    }),
    {
      item: {
        id: 'id',
        receiver: 'destination.url',
        status: 'response_status',
        error: 'error_code',
        attempt_count: 'attempts',
        failed_at: 'last_attempt_at',
      },
      payload,
    },
    { 'item.failed_at': ['updated_at'] },
  ),
  shape(
    'events with delivery attempts (Stripe)',
    event => ({
      id: `evt_${event.uuid}`,
      object: 'event',
      type: 'call.completed',
      livemode: true,
      created: epoch(event.created),
      pending_webhooks: 0,
      webhook_endpoint: { id: `we_${event.n % 3}`, url: event.url, api_version: '2026-01-01' },
      last_delivery: {
        attempted_at: epoch(event.failed),
        http_status: event.status,
        error: event.error,
      },
      request_json: standardPayload(event),
    }),
    {
      item: {
        id: 'id',
        event: 'type',
        receiver: 'webhook_endpoint.url',
        failed_at: 'last_delivery.attempted_at',
        status: 'last_delivery.http_status',
        error: 'last_delivery.error',
      },
      payload,
    },
  ),
  shape(
    'Asterisk call detail record',
    event =>
      around(event, {
        uniqueid: `${epoch(event.started)}.${event.n}`,
        src: event.caller,
        dst: event.tracking,
        clid: `"${event.person}" <${event.caller}>`,
        start: plain(event.started),
        answer: plain(event.started),
        end: plain(event.ended),
        duration: event.seconds,
        billsec: event.seconds - 4,
        disposition: 'ANSWERED',
      }),
    {
      item: AROUND,
      payload: {
        call_id: 'uniqueid',
        caller_number: 'src',
        tracking_number: 'dst',
        call_start_stamp: 'start',
        call_end_stamp: 'end',
        call_duration: 'duration',
      },
    },
  ),
  shape(
    'CallRail',
    event =>
      around(event, {
        id: `CAL${event.uuid}`,
        answered: event.n % 2 === 0,
        business_phone_number: '+27115550000',
        customer_name: event.person,
        customer_phone_number: `+${event.caller}`,
        tracking_phone_number: `+${event.tracking}`,
        start_time: event.started.toISOString(),
        duration: event.seconds,
        recording: event.recording,
        company_name: event.company,
        company_id: `COM${event.n % 4}`,
      }),
    {
      item: AROUND,
      payload: {
        call_id: 'id',
        answered: 'answered',
        caller_number: 'customer_phone_number',
        tracking_number: 'tracking_phone_number',
        call_start_stamp: 'start_time',
        call_duration: 'duration',
        recording_url: 'recording',
        company: 'company_name',
      },
    },
    {},
  ),
  shape(
    'Aircall, nested',
    event =>
      around(event, {
        resource: 'call',
        event: 'call.ended',
        data: {
          id: 900_000 + event.n,
          direction: 'inbound',
          started_at: epoch(event.started),
          answered_at: epoch(event.started) + 4,
          ended_at: epoch(event.ended),
          duration: event.seconds,
          raw_digits: `+${event.caller}`,
          recording: event.recording,
          contact: { id: event.n, name: event.person },
          number: { id: 3, digits: `+${event.tracking}` },
        },
      }),
    {
      item: AROUND,
      payload: {
        call_id: 'data.id',
        call_start_stamp: 'data.started_at',
        call_end_stamp: 'data.ended_at',
        call_duration: 'data.duration',
        recording_url: 'data.recording',
      },
    },
    {
      'payload.caller_number': ['data.raw_digits'],
      'payload.tracking_number': ['data.number.digits'],
    },
  ),
  shape(
    'RingCentral, caller and callee as objects',
    event =>
      around(event, {
        sessionId: event.uuid,
        startTime: event.started.toISOString(),
        duration: event.seconds,
        from: { phoneNumber: `+${event.caller}`, name: event.person },
        to: { phoneNumber: `+${event.tracking}` },
        recording: { contentUri: event.recording },
      }),
    {
      item: AROUND,
      payload: {
        call_id: 'sessionId',
        call_start_stamp: 'startTime',
        call_duration: 'duration',
        caller_number: 'from.phoneNumber',
        tracking_number: 'to.phoneNumber',
        recording_url: 'recording.contentUri',
      },
    },
  ),
]
