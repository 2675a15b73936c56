import { describe, expect, test } from 'vitest'
import { failureSummary } from './failure-cause.ts'
import { failureWords } from './failure-words.ts'

const answered = (status: number) => tell({ status, error: `answered ${status}` })
const broke = (error: string | null) => tell({ status: null, error })

function tell(outcome: { status: number | null; error: string | null } | null) {
  return { short: failureSummary(outcome), ...failureWords(outcome) }
}

describe('an answer', () => {
  test.each([
    [500, 'Answered 500, an error on its side'],
    [503, 'Answered 503, not available'],
    [404, 'Answered 404, address not found'],
    [401, 'Answered 401, turned us away'],
    [422, 'Answered 422, rejected the event'],
    [429, 'Answered 429, too busy'],
    [204, 'Answered 204, but only 200 counts'],
    [302, 'Answered 302, sent us elsewhere'],
    [200, 'Answered 200, but too late'],
    [799, 'Answered 799, but only 200 counts'],
  ])('of %i', (status, short) => {
    expect(answered(status).short).toBe(short)
    expect(answered(status).happened).toContain(String(status))
  })

  test.each([200, 204])('of %i warns that a replay may store the event twice', status => {
    expect(answered(status).means).toContain('twice')
  })

  test('of a redirect says that the replay goes to the old address', () => {
    expect(answered(301).mend).toContain('old one')
  })
})

describe('no answer', () => {
  test.each([
    ['did not answer within 10 seconds', 'No answer in 10 seconds'],
    ['timeout', 'No answer in 10 seconds'],
    ['Request timed out', 'No answer in 10 seconds'],
    ['its certificate is not signed by an authority we trust', 'No secure connection'],
    ['CERT_HAS_EXPIRED', 'No secure connection'],
    ['does not speak HTTPS at this address', 'No secure connection'],
    ['refused the connection', 'Refused the connection'],
    ['connect ECONNREFUSED 192.0.2.7:443', 'Refused the connection'],
    ['broke off the connection', 'Broke off the connection'],
    ['socket hang up', 'Broke off the connection'],
    ['the name acme.example could not be looked up', 'Its name was not found'],
    ['could not be reached: no way through the network leads there', 'Could not be reached'],
    ['the address 10.0.0.1 is private or reserved', 'Address not allowed'],
  ])('because “%s”', (error, short) => {
    expect(broke(error).short).toBe(short)
  })

  test('for a cause that nobody has words for quotes the service', () => {
    const words = broke('flux capacitor empty')
    expect(words.short).toContain('flux capacitor empty')
    expect(words.happened).toContain('“flux capacitor empty”')
  })

  test.each([null, '', '  '])('without a word of why (%o) says so', error => {
    expect(broke(error)).toEqual(tell(null))
  })
})
