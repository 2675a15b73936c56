import { describe, expect, test } from 'vitest'
import { auditOutcome } from './audit-outcome.ts'

const NAMES = new Set(['low', 'moderate', 'high', 'critical'].map(severity => `of-${severity}`))

const found = (...severities: string[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      severities.map(severity => [`of-${severity}`, { severity, range: '<1.2.3', via: [] }]),
    ),
  })

describe('an audit of the dependencies', () => {
  test('passes if nothing is known', () => {
    expect(auditOutcome(found(), NAMES)).toEqual({
      ok: true,
      words:
        'npm audit found 0 packages with known vulnerabilities, 0 of high or critical severity.',
    })
  })

  test('passes with findings up to moderate, and lists them', () => {
    const { ok, words } = auditOutcome(found('low', 'moderate'), NAMES)
    expect(ok).toBe(true)
    expect(words).toContain('  moderate: of-moderate <1.2.3')
  })

  test.each(['high', 'critical'])('fails with a finding that is %s', severity => {
    const { ok, words } = auditOutcome(found('low', severity), NAMES)
    expect(ok).toBe(false)
    expect(words).toContain('2 packages with known vulnerabilities, 1 of high or critical severity')
  })

  test('excludes packages that are only for development', () => {
    expect(auditOutcome(found('low', 'critical'), new Set(['of-low']))).toEqual({
      ok: true,
      words:
        'npm audit found 1 packages with known vulnerabilities, 0 of high or critical severity.\n  low: of-low <1.2.3',
    })
  })

  test('says that a registry offers no audit, and passes', () => {
    const printed = JSON.stringify({ message: '405 Method Not Allowed - POST', statusCode: 405 })
    expect(auditOutcome(printed, NAMES)).toEqual({
      ok: true,
      words:
        'Not audited: the registry offers no audit (it answered 405). Known vulnerabilities of the dependencies were not checked.',
    })
  })

  test.each([
    JSON.stringify({ message: 'connect ECONNREFUSED' }),
    JSON.stringify({ message: '503 Service Unavailable', statusCode: 503 }),
    JSON.stringify({ vulnerabilities: { x: { severity: 'unheard-of', range: '*' } } }),
    'not JSON',
    '',
  ])('fails if npm could not make it: %s', printed => {
    expect(auditOutcome(printed, NAMES).ok).toBe(false)
  })
})
