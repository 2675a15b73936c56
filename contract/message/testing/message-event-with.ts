import type { MessageEvent } from '../message-event.ts'

/** A call of Müller Motors that its receiver answered with 500. */
export function messageEventWith(change: Partial<MessageEvent> = {}): MessageEvent {
  const { failedAt = '2026-11-21T09:00:00+02:00' } = change
  return {
    list: 'call_events_fail',
    company: 'Müller Motors',
    url: 'https://hooks.example/mueller',
    outcome: { status: 500, error: null },
    startedAt: '2026-11-21T08:17:21+02:00',
    failedAt,
    at: failedAt,
    recoveredAt: null,
    deliveredAt: null,
    isHandled: false,
    isSending: false,
    isWaiting: false,
    lacksPayload: false,
    caller: '27825550189',
    callId: '7001',
    payload: { call_id: 7001, caller_number: '27825550189' },
    listed: null,
    ...change,
  }
}
