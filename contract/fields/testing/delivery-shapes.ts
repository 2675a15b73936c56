import { type SampleEvent, type Shape, shape } from './shape.ts'

/*
 * Failed deliveries as three services describe them in public documentation. None of them has `request_json`.
 */

/** What the descriptions say of one delivery. */
export type DescribedDelivery = Pick<SampleEvent, 'n' | 'uuid' | 'caller' | 'started' | 'failed'>

/**
 * developers.voiso.com/reference/webhook-failures-description (`failures`, `id` and `event`) and, for the other
 * fields of a failure, /reference-link/listwebhookfailures. It says neither what was sent nor to which URL.
 */
export function voisoFailure({ n, uuid, started, failed }: DescribedDelivery) {
  return {
    id: uuid.replaceAll('-', ''),
    event: 'call.ended',
    status: 'inactive',
    reason: n % 2 === 0 ? 'Connection timeout' : 'HTTP 503',
    webhook: { id: '0b97ce11-b6e0-49b4-8f92-68040aa324bf', name: 'CRM call events' },
    last_attempt_at: failed.toISOString(),
    created_at: started.toISOString(),
    updated_at: failed.toISOString(),
  }
}

/**
 * developers.telnyx.com/api/webhooks/get-webhook-deliveries, and /api-reference/callbacks/call-hangup for the event. Only
 * attempts have a URL, and a failover URL follows after that of the receiver.
 */
export function telnyxDelivery({ n, uuid, caller, started, failed }: DescribedDelivery) {
  const attempt = (host: string, ms: number) => ({
    status: 'failed',
    started_at: new Date(failed.getTime() - ms).toISOString(),
    finished_at: new Date(failed.getTime() - ms + 200).toISOString(),
    http: {
      request: { url: `https://${host}/webhooks`, headers: ['Accept: */*'] },
      response: {
        status: n % 5 === 4 ? 410 : 404,
        headers: ['Content-Type: text/html'],
        body: 'Oops. Not found.',
      },
    },
    errors: [
      {
        code: '75499',
        title: 'Webhook host returned HTTP 4XX',
        detail: 'The server returned another HTTP 4XX error',
      },
    ],
  })
  return {
    id: uuid,
    user_id: '0ccc7b54-4df3-4bca-a65a-3da1ecc777f0',
    record_type: 'webhook_delivery',
    status: 'failed',
    webhook: {
      record_type: 'event',
      id: `c9c0797e-901d-4349-a33c-${100_000 + n}`,
      event_type: 'call.hangup',
      occurred_at: new Date(started.getTime() + 30_000).toISOString(),
      payload: {
        call_control_id: `v3:MdI91X4lWFEs7IgbBEOT9M4AigoY08M0WWZFISt1Yw2axZ_${n}`,
        connection_id: '7267000000000000000',
        call_leg_id: `428c31b6-7af4-4bcb-b7f5-${200_000 + n}`,
        call_session_id: `428c31b6-abf3-3bc1-b7f4-${300_000 + n}`,
        client_state: 'aGF2ZSBhIG5pY2UgZGF5ID1d',
        from: `+${caller}`,
        to: '+13129457420',
        start_time: started.toISOString(),
        state: 'hangup',
        hangup_cause: 'call_rejected',
        hangup_source: 'caller',
        sip_hangup_cause: '603',
      },
    },
    started_at: new Date(failed.getTime() - 5_000).toISOString(),
    finished_at: failed.toISOString(),
    attempts: [attempt('failover.example', 200), attempt('hooks.example', 900)],
  }
}

/**
 * github.com/polarsource/polar, server/polar/webhook/schemas.py (`WebhookDelivery`). Its events are orders, and an
 * endpoint has a URL only in another list. `payload` is the text that was sent; `response` is an answer or an error.
 */
export function polarDelivery({ n, uuid, started, failed }: DescribedDelivery) {
  const isUnreachable = n % 3 === 0
  const http_code = isUnreachable ? null : 500
  return {
    created_at: failed.toISOString(),
    modified_at: null,
    id: uuid,
    succeeded: false,
    http_code,
    response: isUnreachable ? 'All connection attempts failed' : 'Internal Server Error',
    webhook_event: {
      created_at: started.toISOString(),
      modified_at: new Date(failed.getTime() + 1_000).toISOString(),
      id: `9c0797e1-901d-4349-a33c-${400_000 + n}`,
      last_http_code: http_code,
      succeeded: null,
      skipped: false,
      payload: JSON.stringify({
        type: 'order.created',
        timestamp: started.toISOString(),
        data: { id: `order-${n}`, created_at: started.toISOString(), status: 'pending' },
      }),
      type: 'order.created',
      is_archived: false,
    },
  }
}

export const DELIVERY_SHAPES: Shape[] = [
  shape(
    'webhook failures (Voiso)',
    voisoFailure,
    { item: { id: 'id', event: 'event', error: 'reason', failed_at: 'last_attempt_at' } },
    { 'item.failed_at': ['updated_at'] },
  ),
  shape(
    'webhook deliveries (Telnyx)',
    telnyxDelivery,
    {
      item: {
        id: 'id',
        event: 'webhook.event_type',
        failed_at: 'finished_at',
        attempts: 'attempts',
      },
      attempt: { at: 'started_at', status: 'http.response.status', error: 'errors[-1].detail' },
      payload: {
        caller_number: 'payload.from',
        tracking_number: 'payload.to',
        call_start_stamp: 'payload.start_time',
      },
    },
    {
      // Two ids are equally good.
      'payload.call_id': ['payload.call_leg_id', 'payload.call_session_id'],
      'attempt.at': ['finished_at'],
      // Without a name, the attempts are fields like others.
      'item.receiver': ['attempts[-1].http.request.url'],
      'item.status': ['attempts[-1].http.response.status'],
      'item.error': ['attempts[-1].errors[-1].detail'],
    },
  ),
  shape('webhook deliveries (Polar)', polarDelivery, {
    item: { id: 'id', event: 'webhook_event.type', status: 'http_code', failed_at: 'created_at' },
  }),
]
