import { setTimeout as sleep } from 'node:timers/promises'
import type { Findings } from './measurement.ts'
import { startBystander, waitText } from './security/bystander.ts'
import { fuzzRequests } from './security/fuzz-requests.ts'
import { holdConnections } from './security/hold-connections.ts'
import { startSecurityTarget } from './security/security-target.ts'
import { median } from './statistics.ts'

const AT_REST_MS = 5_000

/** What attackers cost others, by the real server on PostgreSQL. */
export async function security(say: (sentence: string) => void): Promise<Findings> {
  say('starting a PostgreSQL and a Redial')
  const target = await startSecurityTarget()
  try {
    const bystander = startBystander(target)
    try {
      await sleep(AT_REST_MS)
      await bystander.waits()
      await sleep(AT_REST_MS)
      const atRest = await bystander.waits()
      const usual = median(atRest)
      const findings = [
        await fuzzRequests(target, bystander, usual, say),
        await holdConnections(target, bystander, usual, say),
      ]
      return {
        measurements: findings.flatMap(({ measurements }) => measurements),
        notes: [
          `others before all attacks: ${waitText(atRest)}`,
          ...findings.flatMap(({ notes }) => notes),
        ],
      }
    } finally {
      await bystander.stop()
    }
  } finally {
    await target.close()
  }
}
