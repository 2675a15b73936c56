import type { CopiedEvent } from './copied-events.ts'

export const DAY = '2026-11-21'
export const RANGE = 'list=call_events_fail&from_date=2026-11-20&to_date=2026-11-22'

export const HOOKS = 'https://hooks.acme.example'
export const MUELLER = { name: 'Müller Motors', reference: 'mueller-cpt' }

/** What a copied list has, the newest first. */
export const EVENTS: CopiedEvent[] = [
  {
    id: '1042',
    time: '12:00',
    status: 503,
    callback_url: `${HOOKS}/calls?key=1`,
    call: {
      call_id: 700000042,
      caller_number: '27825550001',
      tracking_number: '27105550142',
      company: MUELLER,
      contact: { name: 'Lerato' },
      reference: 'session-482913-8f14',
    },
  },
  { id: 'b', time: '11:00', status: 500, callback_url: HOOKS, call: { company: 'Zulu' } },
  {
    id: 'c',
    time: '11:00',
    error: 'connect ECONNREFUSED',
    kind: null,
    call: { company: 'élan', tracking_number: '+27105550143' },
  },
  { id: 'd', time: null, call: { caller_number: 'anonymous' } },
  { id: 'd', ordinal: 2, time: '09:00', cursor: 'c=2', status: 500, callback_url: HOOKS },
  { id: 'f', day: '2026-11-20', time: '13:00', status: 404, callback_url: `${HOOKS}/other` },
]
const at = new Date('2026-11-21T14:00:00Z')
/** What became of an event: columns of event_state. */
export const DELIVERED = { delivered_at: at, delivered_by: 'Thandi' }
export const HANDLED = { handled_at: at, handled_by: null }
export const FAILED_AGAIN = {
  failed_again_at: at,
  failure: JSON.stringify({ status: null, error: 'The host name was not found.', cause: null }),
  cause: 'Host name not found',
}
