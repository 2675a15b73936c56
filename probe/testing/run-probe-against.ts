import { runProbe } from '../command.ts'
import type { ProbeSettings } from '../read-settings.ts'
import type { Report } from '../report.ts'
import { TIME_ZONE, TOKEN } from './foreign-service.ts'

/** Probes a service without pauses. */
export function runProbeAgainst(
  baseUrl: string,
  settings: Partial<ProbeSettings> = {},
  options: Parameters<typeof runProbe>[1] = {},
): Promise<Report> {
  return runProbe(
    {
      baseUrl,
      token: TOKEN,
      days: 30,
      timeoutMs: 5_000,
      timeZone: TIME_ZONE,
      asJson: false,
      trial: null,
      ...settings,
    },
    { wait: async () => {}, ...options },
  )
}

/** Each finding as "verdict check: what the service does". */
export function findingsOf({ findings }: Report): string[] {
  return findings.map(({ verdict, check, service }) => `${verdict} ${check}: ${service ?? ''}`)
}

/** Findings that differ or fail. */
export function differencesOf(report: Report): string[] {
  return findingsOf(report).filter(words => /^(differs|fails)/.test(words))
}
