import { describe, expect, test } from 'vitest'
import { type Cause, CauseCode } from '../cause.ts'
import { explainFailure } from './cause-texts.ts'
import { failureSummary, type Outcome } from './failure-cause.ts'

const ACME = { company: 'Acme Cars', host: 'hooks.acme.example' }

const answered = (status: number) => tell({ status, error: `answered ${status}` })
const broke = (error: string | null) => tell({ status: null, error })
const failed = (cause: Cause, error = 'its own words') => tell({ status: null, error, cause })

function tell(outcome: Outcome | null, receiver = ACME) {
  return { short: failureSummary(outcome), ...explainFailure(outcome, receiver) }
}

describe('an answer', () => {
  test.each([
    [500, 'Answered 500, an error on its side'],
    [503, 'Answered 503, not available'],
    [404, 'Answered 404, address not found'],
    [410, 'Answered 410, address closed permanently'],
    [401, 'Answered 401, access refused'],
    [403, 'Answered 403, access refused'],
    [405, 'Answered 405, accepts no events here'],
    [413, 'Answered 413, event too large'],
    [415, 'Answered 415, doesn’t accept JSON'],
    [422, 'Answered 422, rejected the event'],
    [429, 'Answered 429, too busy'],
    [204, 'Answered 204, but only 200 counts'],
    [301, 'Answered 301, moved to another address'],
    [302, 'Answered 302, redirected us'],
    [303, 'Answered 303, redirected us'],
    [304, 'Answered 304, but only 200 counts'],
    [300, 'Answered 300, but only 200 counts'],
    [307, 'Answered 307, moved to another address'],
    [308, 'Answered 308, moved to another address'],
    [200, 'Answered 200, but too late'],
    [799, 'Answered 799, but only 200 counts'],
  ])('of %i', (status, short) => {
    expect(answered(status).short).toBe(short)
    expect(answered(status).happened).toContain(`answered ${status}`)
  })

  test.each([200, 204, 302, 303])('of %i warns that a replay may store the event twice', status => {
    expect(answered(status).meaning).toContain('twice')
  })

  test.each([300, 302, 303, 304, 305])(
    'of %i claims neither that the event is lost nor that the receiver has moved',
    status => {
      const { meaning, fix } = answered(status)
      expect(`${meaning} ${fix}`).not.toMatch(/did not arrive|Set the new address/)
    },
  )

  test('of 204 says that only 200 counts', () => {
    expect(answered(204).happened).toBe(
      'Acme Cars’ receiver (hooks.acme.example) answered 204. Only status 200 counts as delivered.',
    )
  })

  test('of a redirect says that the replay goes to the old address, and who sets it', () => {
    expect(answered(301).fix).toContain('old one')
    expect(answered(301).fixer).toBe('The person who sets the receiver of the tracking number')
  })
})

describe('the receiver', () => {
  const timeout = { status: null, error: 'did not answer within 10 seconds' }

  test('is named by its company, and so is the person who can fix it', () => {
    expect(tell(timeout)).toMatchObject({
      happened: 'Acme Cars’ receiver (hooks.acme.example) did not answer within 10 seconds.',
      fixer: 'The operator of Acme Cars’ receiver',
      fix: 'The receiver should answer first and process the event afterwards.',
    })
  })

  test.each([
    [{ company: null, host: 'hooks.example' }, 'The receiver at hooks.example did not answer'],
    [{ company: 'Bela', host: null }, 'Bela’s receiver did not answer'],
    [{ company: null, host: null }, 'The receiver did not answer'],
  ])('is named by the known facts: %j', (receiver, words) => {
    expect(explainFailure(timeout, receiver).happened).toContain(words)
  })
})

describe('a cause of our own sender', () => {
  test.each<[Cause, string]>([
    [{ code: 'timeout', seconds: 10 }, 'No answer in 10 seconds'],
    [{ code: 'timeout', seconds: 2.5 }, 'No answer in 2.5 seconds'],
    [{ code: 'timeout', seconds: 1 }, 'No answer in 1 second'],
    [{ code: 'certificate-untrusted' }, 'Certificate not trusted'],
    [{ code: 'proxy' }, 'Not sent: the proxy failed'],
  ])('%j needs no sentence', (cause, short) => {
    expect(failed(cause).short).toBe(short)
  })

  test.each<[Cause, string]>([
    [
      { code: 'certificate-expired', day: '2026-11-03' },
      'its certificate expired on 3 November 2026.',
    ],
    [
      { code: 'certificate-expired', in_chain: true },
      'its certificate or a certificate in its chain has expired.',
    ],
    [
      { code: 'certificate-too-new', day: '2026-12-03' },
      'its certificate is valid only from 3 December 2026.',
    ],
    [{ code: 'certificate-too-new' }, 'its certificate is valid only from a later day.'],
  ])('names the day of a certificate: %j', (cause, words) => {
    expect(failed(cause).happened).toContain(words)
  })

  test('in the proxy is not blamed on the receiver or its address', () => {
    expect(
      failed(
        { code: 'proxy' },
        'the proxy for receivers does not let us connect to the receiver (403)',
      ),
    ).toMatchObject({
      happened:
        'Acme Cars’ receiver (hooks.acme.example) was not reached, because the proxy for outgoing events failed: “the proxy for receivers does not let us connect to the receiver (403)”.',
      fixer: 'The operator of the sending service',
      fix: 'Ask them to check the proxy and what it allows. Then replay the event.',
    })
  })
})

describe('no answer', () => {
  test.each([
    ['did not answer within 10 seconds', 'No answer in 10 seconds'],
    ['Read timed out. (read timeout=30s)', 'No answer in 30 seconds'],
    ['timeout', 'No answer in 10 seconds'],
    ['timeout of 5000ms exceeded', 'No answer in 5 seconds'],
    [
      'cURL error 28: Operation timed out after 10001 milliseconds with 0 bytes received',
      'No answer in 10 seconds',
    ],
    ['Read timed out. (read timeout=10.0)', 'No answer in 10 seconds'],
    [
      "HTTPSConnectionPool(host='hooks.example', port=443): Read timed out. (read timeout=5)",
      'No answer in 5 seconds',
    ],
    [
      "('Connection aborted.', TimeoutError('The read operation timed out'))",
      'No answer in 10 seconds',
    ],
    [
      "HTTPSConnectionPool(host='ssl.example', port=443): Max retries exceeded with url: /private/reset (Caused by NewConnectionError('[Errno 111] Connection refused'))",
      'Refused the connection',
    ],
    [
      'Post "https://tls.example/closed": dial tcp 192.0.2.7:443: connect: connection refused',
      'Refused the connection',
    ],
    ['Connection to hooks.private-clinic.example refused', 'Refused the connection'],
    [
      "HTTPSConnectionPool(host='h', port=443): Max retries exceeded with url: /h (Caused by ProxyError('Cannot connect to proxy.'))",
      'Not sent: the proxy failed',
    ],
  ])('because “%s”', (error, short) => {
    expect(broke(error).short).toBe(short)
  })

  test.each([
    [
      'x509: certificate has expired or is not yet valid: current time 2026-11-21T10:00:00Z is after 2026-11-03T23:59:59Z',
      'its certificate expired on 3 November 2026.',
    ],
    [
      'x509: certificate has expired or is not yet valid: current time 2026-11-21T10:00:00Z is before 2026-12-03T00:00:00Z',
      'its certificate is valid only from 3 December 2026.',
    ],
    // Some browsers read this as a day in March.
    [
      'x509: certificate has expired or is not yet valid: current time 2026-01-21T10:00:00Z is after 2026-02-31T00:00:00Z',
      'its certificate has expired.',
    ],
    ['certificate verify failed: certificate has expired', 'its certificate has expired.'],
  ])('names the day of a certificate: “%s”', (error, words) => {
    expect(broke(error).happened).toContain(words)
  })

  test.each([null, '', '  '])('without a reason (%o) says so', error => {
    expect(broke(error)).toEqual(tell(null))
  })
})

test('a cause without advice of its own has the task of the operator as its advice', () => {
  expect(failed({ code: 'certificate-expired' }).fix).toBe(
    'Ask them to renew the certificate. Then replay the event.',
  )
  for (const code of CauseCode.options) expect(failed({ code }).fix).not.toContain('undefined')
  for (let status = 200; status < 600; status++) {
    expect(answered(status).fix).not.toContain('undefined')
  }
})

test.each(['flux capacitor empty', '[E-17] queue full', 'ERR_42'])('quotes %j', error => {
  expect(broke(error).short).toBe(`The service says: “${error}”`)
  expect(broke(error).happened).toContain(`“${error}”`)
})
