import type { Findings } from './measurement.ts'
import { startBystander } from './security/bystander.ts'
import { fuzzRequests } from './security/fuzz-requests.ts'
import { startSecurityTarget } from './security/security-target.ts'

/** What attackers cost others, by the real server on PostgreSQL. */
export async function security(say: (sentence: string) => void): Promise<Findings> {
  say('starting a PostgreSQL and a Redial')
  const target = await startSecurityTarget()
  try {
    const bystander = startBystander(target)
    try {
      return await fuzzRequests(target, bystander, say)
    } finally {
      await bystander.stop()
    }
  } finally {
    await target.close()
  }
}
