import { closedAfterAll } from '../../../testing/closed-after-each.ts'
import {
  type Answer,
  type Ask,
  addPartner,
  openTestService,
  TELEPHONY_KEY,
  type TestService,
} from '../../../testing/test-service.ts'

export const NUMBER = '27110000001'
export const CALLER = '27821234567'

export const SETTINGS = {
  partner: 'P-1',
  company: { reference: 'ACME', name: 'Acme Motors' },
  call_term_callbacks: 'https://receiver.example:9443/calls',
  mcs_call_term_callbacks: 'https://receiver.example:9443/missed',
  ai_enabled: true,
  missed_call_saver: true,
}

/** The port of the receiver in SETTINGS, whose host is an address, so that no name is looked up. */
export const EXCEPTIONS = ['receiver.example:9443']

export const CALL = {
  call_id: 1,
  tracking_number: NUMBER,
  caller_number: CALLER,
  call_start_stamp: '2026-11-21T08:00:00Z',
  call_end_stamp: '2026-11-21T08:01:30.500Z',
  answered: true,
  recording_url: 'https://recordings.example/1',
  contact: { reference: 'A-1', name: 'Thandi' },
  reference: 'session-1',
}

export const ANALYSIS = {
  call_id: 1,
  intent: 'buy',
  outcome: 'test drive',
  vehicle: null,
  sentiment: 'positive',
}

/**
 * Sends a request to `service` like the telephone switch, with its key. `path` begins after
 * /telephony/v1/.
 */
export function telephoneSwitch(service: Pick<TestService, 'ask'>) {
  return (method: string, path: string, body?: Ask['body']): Promise<Answer> =>
    service.ask(method, `/telephony/v1/${path}`, {
      headers: { Authorization: `Bearer ${TELEPHONY_KEY}` },
      body,
    })
}

/** The same to a Redial that listens at `url`. */
export async function tell(url: string, method: string, path: string, body: object) {
  const response = await fetch(`${url}/telephony/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${TELEPHONY_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

/** Has NUMBER report its calls to one receiver. */
export function configureNumber(url: string, receiver: { url: string }) {
  return tell(url, 'PUT', `tracking_numbers/${NUMBER}/`, {
    ...SETTINGS,
    call_term_callbacks: receiver.url,
    ai_enabled: false,
    missed_call_saver: false,
    mcs_call_term_callbacks: null,
  })
}

/**
 * A service with these partners, and the telephone switch with its key, for all tests of a file.
 */
export async function serviceWithSwitch(...partners: string[]) {
  const service = await closedAfterAll(openTestService({ telephony: { exceptions: EXCEPTIONS } }))
  for (const partner of partners) await addPartner(service.database, partner)
  return { service, ask: telephoneSwitch(service) }
}
