import { type Dispatcher, request } from 'undici'
import { AcceptedReport } from '../../contract/telephony.ts'

type Report = {
  /** Redial's address. */
  url: string
  /** TELEPHONY_KEY. */
  key: string
  dispatcher?: Dispatcher
  callId: number
  trackingNumber: string
  answered: boolean
}

/**
 * Reports an ended call through the telephony port.
 *
 * @throws if it wasn't accepted, or if the result is unknown
 */
export async function reportCall(report: Report): Promise<AcceptedReport> {
  const { url, key, dispatcher, callId, trackingNumber, answered } = report
  const { statusCode, body } = await request(`${url}/telephony/v1/calls/`, {
    dispatcher,
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      call_id: callId,
      tracking_number: trackingNumber,
      caller_number: '27825550000',
      call_start_stamp: '2026-06-01T10:00:00.000+02:00',
      call_end_stamp: '2026-06-01T10:04:48.000+02:00',
      answered,
      contact: answered ? { name: 'Nomvula Dlamini', reference: 'agent-nomvula' } : null,
      reference: 'session-482913-8f14e45fceea167a5a36dedd4bea2543',
    }),
  })
  const text = await body.text()
  if (statusCode !== 200 && statusCode !== 201) throw new Error(`${statusCode} ${text}`)
  return AcceptedReport.parse(JSON.parse(text))
}
