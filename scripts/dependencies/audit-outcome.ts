import { z } from 'zod'
import { jsonInside } from '../../contract/text/json-inside.ts'

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(['info', 'low', 'moderate', 'high', 'critical']),
      range: z.string(),
    }),
  ),
})

/** What npm prints if it could not ask the registry or got no answer. */
const Failure = z.object({ message: z.string(), statusCode: z.int().optional() })

/** The statuses of a registry that offers no audit. */
const NOT_OFFERED = [400, 403, 404, 405, 410, 501]

/**
 * The result of `npm audit --json`, from its output.
 *
 * @param names the packages that count; the others are only for development
 * @returns ok: false for a finding of high or critical severity, or if the audit failed
 */
export function auditOutcome(
  printed: string,
  names: ReadonlySet<string>,
): { ok: boolean; words: string } {
  const json = jsonInside(printed)
  const report = Report.safeParse(json)
  if (report.success) return outcomeOf(report.data, names)
  const failure = Failure.safeParse(json)
  if (!failure.success) return { ok: false, words: `npm audit printed no report:\n${printed}` }
  const { message, statusCode } = failure.data
  return statusCode !== undefined && NOT_OFFERED.includes(statusCode)
    ? {
        ok: true,
        words: `Not audited: the registry offers no audit (it answered ${statusCode}). Known vulnerabilities of the dependencies were not checked.`,
      }
    : { ok: false, words: `npm audit failed: ${message}` }
}

function outcomeOf({ vulnerabilities }: z.infer<typeof Report>, names: ReadonlySet<string>) {
  const findings = Object.entries(vulnerabilities).filter(([name]) => names.has(name))
  const grave = findings.filter(
    ([, { severity }]) => severity === 'high' || severity === 'critical',
  )
  const lines = findings.map(([name, { severity, range }]) => `  ${severity}: ${name} ${range}`)
  const count = `npm audit found ${findings.length} packages with known vulnerabilities, ${grave.length} of high or critical severity.`
  return { ok: grave.length === 0, words: [count, ...lines].join('\n') }
}
