import { describe, expect, test } from 'vitest'
import type { ReceiverTestResult } from '../../../../contract/receiver.ts'
import { testSummary } from './receiver-test.tsx'

const WELL: ReceiverTestResult = {
  receiver: 'acme.example',
  at: '2026-11-21T14:00:00+02:00',
  failed_at: null,
  problem: null,
  certificate_valid_until: '2027-03-03T12:00:00+02:00',
  status: 200,
  duration_ms: 120,
}

describe('a receiver that answers', () => {
  test('with 200 is reachable, which is not good news', () => {
    expect(testSummary(WELL)).toEqual({
      tone: 'neutral',
      text: 'Reachable. Only a replay shows whether it accepts events. It answered in 120 ms. Its certificate is valid until 3 March 2027.',
    })
  })

  test.each([
    [null, 'neutral', /^Reachable\. Only a replay shows whether it accepts events\./],
    [204, 'neutral', /^Reachable\. Only a replay shows .* with 204\./],
    [404, 'neutral', /^Reachable\. Only a replay shows .* with 404\./],
    [405, 'neutral', /^Reachable\. Only a replay shows .* with 405\./],
    [302, 'wait', /redirects to another address/],
    [503, 'wait', /an error on its side/],
  ] as const)('with %s is %s', (status, tone, text) => {
    const summary = testSummary({ ...WELL, status })
    expect(summary).toEqual({ tone, text: expect.stringMatching(text) })
  })

  test('with a certificate that expires soon gets a warning', () => {
    const soon = { ...WELL, certificate_valid_until: '2026-11-30T12:00:00+02:00' }
    expect(testSummary(soon)).toEqual({
      tone: 'wait',
      text: expect.stringMatching(/expires on 30 November 2026\. Ask the operator .* to renew/),
    })
  })
})

test.each([
  [
    'address',
    'its address must begin with https://',
    /^Its .*:\/\/\. Ask .* receiver for an https/,
  ],
  ['name', 'the name nowhere.test does not exist', /^The name .*\. Ask .* the name is right/],
  [
    'connection',
    'refused the connection',
    /^It refused .*\. Ask .* receiver whether it is running/,
  ],
  ['certificate', 'its certificate expired on 3 November 2020', /^Its .*\. Ask .* to renew/],
  [
    'answer',
    'did not answer within 10 seconds',
    /^It did not .*\. Ask .* whether it has a problem/,
  ],
  // This is not the receiver's fault.
  ['proxy', 'the proxy for receivers refused the connection', /^The proxy .*\. Ask .* of Redial/],
] as const)(
  'a test that fails at the %s says why, and who can fix it',
  (failed_at, problem, text) => {
    const summary = testSummary({ ...WELL, failed_at, problem, status: null })
    expect(summary).toEqual({ tone: 'bad', text: expect.stringMatching(text) })
  },
)
