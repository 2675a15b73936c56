import type { ProbeSettings } from '../read-settings.ts'
import { type Report, runProbe } from '../run-probe.ts'
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

/** Each finding as "verdict: what: found", for sections whose title begins with this text. */
export function findingsOf({ sections }: Report, title = ''): string[] {
  return sections
    .filter(section => section.title.startsWith(title))
    .flatMap(({ findings }) =>
      findings.map(({ verdict, what, found = '' }) => `${verdict}: ${what}: ${found}`),
    )
}

/** Findings that differ or fail. */
export function differencesOf(report: Report): string[] {
  return findingsOf(report).filter(words => /^(differs|fails)/.test(words))
}
