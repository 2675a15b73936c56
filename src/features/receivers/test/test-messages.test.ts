import { describe, expect, test } from 'vitest'
import type { ReceiverTestResult } from '../../../../contract/receiver.ts'
import { testFindings, testFix, testSummary } from './test-messages.ts'

const WELL: ReceiverTestResult = {
  receiver: 'acme.example',
  at: '2026-11-21T14:00:00+02:00',
  failed_at: null,
  problem: null,
  certificate_valid_until: '2027-03-03T12:00:00+02:00',
  status: 200,
  duration_ms: 120,
}
const tones = (result: ReceiverTestResult) => testFindings(result).map(({ tone }) => tone)

describe('a receiver that answers', () => {
  test('with 200 is reachable, which is not good news', () => {
    expect(testSummary(WELL)).toEqual({
      tone: 'neutral',
      text: 'Reachable. Only a replay shows whether it accepts events. It answered in 120 ms. Its certificate is valid until 3 March 2027.',
    })
    expect(tones(WELL)).toEqual(['neutral', 'neutral', 'neutral', 'neutral'])
    expect(testFix(WELL)).toBeNull()
  })

  test.each([
    [null, 'neutral', /^Reachable\. Only a replay shows whether it accepts events\./],
    [204, 'neutral', /^Reachable\. Only a replay shows .* with 204\./],
    [404, 'neutral', /^Reachable\. Only a replay shows .* with 404\./],
    [405, 'neutral', /^Reachable\. Only a replay shows .* with 405\./],
    [302, 'wait', /redirects to another address/],
    [503, 'wait', /failed on its own side/],
  ] as const)('with %s is %s', (status, tone, text) => {
    const summary = testSummary({ ...WELL, status })
    expect(summary).toEqual({ tone, text: expect.stringMatching(text) })
  })

  test('with a certificate that expires soon gets a warning', () => {
    const soon = { ...WELL, certificate_valid_until: '2026-11-30T12:00:00+02:00' }
    expect(testSummary(soon)).toEqual({
      tone: 'wait',
      text: expect.stringContaining('expires on 30 November 2026'),
    })
    expect(tones(soon)).toEqual(['neutral', 'neutral', 'wait', 'neutral'])
  })
})

test.each([
  ['address', 'its address must begin with https://', ['bad', 'x', 'x', 'x']],
  ['name', 'the name nowhere.test does not exist', ['bad', 'x', 'x', 'x']],
  ['proxy', 'the proxy for receivers refused the connection', ['neutral', 'bad', 'x', 'x']],
  ['connection', 'refused the connection', ['neutral', 'bad', 'x', 'x']],
  ['certificate', 'its certificate expired on 3 November 2020', ['neutral', 'neutral', 'bad', 'x']],
  ['answer', 'did not answer within 10 seconds', ['neutral', 'neutral', 'neutral', 'bad']],
] as const)('a test that fails at the %s says so there, and how far it came', (...given) => {
  const [failed_at, problem, expected] = given
  const result = { ...WELL, failed_at, problem, status: null }
  expect(tones(result)).toEqual(expected.map(tone => (tone === 'x' ? 'not-reached' : tone)))
  const { tone, text } = testSummary(result)
  expect(tone).toBe('bad')
  expect(text).toMatch(/^(Its|The|It) .*\w\.$|^Its .*:\/\/\.$/)
  expect(testFix(result)).not.toBe('')
})

test('a test that fails at the proxy does not mention the receiver’s operator', () => {
  const problem = 'the proxy for receivers refused the connection'
  const result = { ...WELL, failed_at: 'proxy', problem, status: null } as const
  expect(testFix(result)).toMatch(/^Ask the operator of Redial /)
  expect(testFindings(result)[0]?.text).toBe('Redial may send events to it.')
})
